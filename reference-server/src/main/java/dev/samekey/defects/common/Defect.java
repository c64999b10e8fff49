package dev.samekey.defects.common;

import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One way to break one clause: it replaces a part of a replica, and leaves the others as they are. */
public abstract class Defect {
    private final String name;
    private final String clause;
    private final Set<String> follows;
    private final String how;

    /** The clauses that may break as a consequence are separated by spaces. */
    protected Defect(String name, String clause, String follows, String how) {
        this.name = name;
        this.clause = clause;
        this.follows = Pattern.compile(" ")
                .splitAsStream(follows)
                .filter(other -> !other.isEmpty() && !other.equals(clause))
                .collect(Collectors.toUnmodifiableSet());
        this.how = how;
    }

    /** The name on the command line. */
    public final String name() {
        return name;
    }

    /** The id of the clause that it breaks. */
    public final String clause() {
        return clause;
    }

    /**
     * The ids of clauses that may break with it, as a consequence. That is what this way to break the clause may bring, and the
     * limit of the proof; which break of a server is the cause of which, says {@code consequences.csv} of the contract.
     */
    public final Set<String> follows() {
        return follows;
    }

    /** What it does, in a sentence. */
    public final String how() {
        return how;
    }

    /** Whether its callers wait, so that a run takes minutes and hardly any processor time. */
    public boolean isSlow() {
        return false;
    }

    /** The shipped dialect whose contract it breaks, where the default one does not have its clause. */
    public Optional<String> dialect() {
        return Optional.empty();
    }

    /** The parts with the wrong one among them. One instance is applied to every replica of a process. */
    public abstract Parts apply(Parts parts);
}
