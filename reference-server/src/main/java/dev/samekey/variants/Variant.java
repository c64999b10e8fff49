package dev.samekey.variants;

import dev.samekey.server.replica.Parts;
import java.util.function.UnaryOperator;

/**
 * Another way to keep the contract.
 *
 * @param name what it is called on the command line
 * @param how what it does, in a sentence
 * @param change the parts with other ones among them
 */
public record Variant(String name, String how, UnaryOperator<Parts> change) {
    /** The parts of a replica that keeps the contract this way. */
    public Parts apply(Parts parts) {
        return change.apply(parts);
    }
}
