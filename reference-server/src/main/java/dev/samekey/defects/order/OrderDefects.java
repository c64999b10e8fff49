package dev.samekey.defects.order;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** The defects that need a pair of transitions. The proof demands of its own that they show as usual. */
public final class OrderDefects {
    private OrderDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new PayloadForgotten("payload-forgotten-at-cleanup", PayloadForgotten.After.CLEANUP),
                new PayloadForgotten("payload-forgotten-at-takeover", PayloadForgotten.After.TAKEOVER),
                new PayloadForgotten("payload-forgotten-at-crash", PayloadForgotten.After.CRASH));
    }
}
