package dev.samekey.client.defects;

import dev.samekey.client.ClientParts;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One way in which a client breaks one clause.
 *
 * @param name on the command line
 * @param clause the id of the clause that it breaks
 * @param follows the ids of clauses that may break with it
 * @param how what it does, in a sentence
 * @param dialect the shipped dialect whose contract it breaks, where the default one does not have its clause
 * @param change the parts with the wrong one among them
 */
public record ClientDefect(
        String name,
        String clause,
        Set<String> follows,
        String how,
        Optional<String> dialect,
        UnaryOperator<ClientParts> change) {
    ClientDefect(String name, String clause, String how, UnaryOperator<ClientParts> change) {
        this(name, clause, Set.of(), how, Optional.empty(), change);
    }

    ClientDefect with(String... clauses) {
        return new ClientDefect(name, clause, Set.of(clauses), how, dialect, change);
    }

    ClientDefect in(String shippedDialect) {
        return new ClientDefect(name, clause, follows, how, Optional.of(shippedDialect), change);
    }

    /** The parts of a client that has the defect. */
    public ClientParts apply(ClientParts parts) {
        return change.apply(parts);
    }
}
