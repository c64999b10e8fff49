package dev.samekey.client.variants;

import dev.samekey.client.ClientParts;
import java.util.function.UnaryOperator;

/**
 * Another way in which a client keeps the contract.
 *
 * @param name on the command line
 * @param how what it does, in a sentence
 * @param change the parts with other ones among them
 * @param states what a target file has to state otherwise, as a JSON Merge Patch (RFC 7396) of it; empty where nothing
 */
public record ClientVariant(String name, String how, UnaryOperator<ClientParts> change, String states) {
    ClientVariant(String name, String how, UnaryOperator<ClientParts> change) {
        this(name, how, change, "");
    }

    ClientVariant stating(String other) {
        return new ClientVariant(name, how, change, other);
    }

    /** The parts of a client that keeps the contract this way. */
    public ClientParts apply(ClientParts parts) {
        return change.apply(parts);
    }
}
