package dev.samekey.server.defects;

import dev.samekey.server.replica.Parts;
import java.util.Set;

/** One way to break one clause: it replaces a part of a replica, and leaves the others as they are. */
public interface Defect {
    /** What it is called on the command line. */
    String name();

    /** The id of the clause that it breaks. */
    String clause();

    /** The ids of clauses that may break with it, as a consequence. */
    Set<String> follows();

    /** What it does, in a sentence. */
    String how();

    /** The parts with the wrong one among them. One instance is applied to every replica of a process. */
    Parts apply(Parts parts);
}
