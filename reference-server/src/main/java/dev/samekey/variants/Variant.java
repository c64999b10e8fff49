package dev.samekey.variants;

import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Another way to keep the contract.
 *
 * @param name what it is called on the command line
 * @param how what it does, in a sentence
 * @param change the parts with other ones among them
 * @param slow whether its callers wait, so that a run takes minutes and hardly any processor time
 * @param dialect the shipped dialect that allows it, where the default one does not
 * @param states what a target file has to state otherwise, as a JSON Merge Patch (RFC 7396) of it; empty where nothing
 */
public record Variant(
        String name, String how, UnaryOperator<Parts> change, boolean slow, Optional<String> dialect, String states) {
    Variant(String name, String how, UnaryOperator<Parts> change) {
        this(name, how, change, false, Optional.empty(), "");
    }

    Variant slowly() {
        return new Variant(name, how, change, true, dialect, states);
    }

    Variant in(String shippedDialect) {
        return new Variant(name, how, change, slow, Optional.of(shippedDialect), states);
    }

    Variant stating(String patch) {
        return new Variant(name, how, change, slow, dialect, patch);
    }

    /** The parts of a replica that keeps the contract this way. */
    public Parts apply(Parts parts) {
        return change.apply(parts);
    }
}
