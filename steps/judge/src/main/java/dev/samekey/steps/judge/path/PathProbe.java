package dev.samekey.steps.judge.path;

import dev.samekey.steps.drive.path.PathArrival;
import dev.samekey.steps.drive.path.PathCaller.Reply;
import dev.samekey.steps.drive.path.PathRequest;
import dev.samekey.steps.drive.path.Reaction;
import java.util.List;

/**
 * One request through the device, what the service did, and what was seen at both ends.
 *
 * @param about what it is to show
 * @param idle how many connections of the device to the service were made before it, and left idle
 * @param onKept whether it was sent on a connection that an earlier one had left open
 */
public record PathProbe(
        About about,
        PathRequest request,
        Reaction reaction,
        int idle,
        boolean onKept,
        List<PathArrival> arrivals,
        Reply reply) {
    public PathProbe {
        arrivals = List.copyOf(arrivals);
    }

    /** What probes are sent for. */
    public enum About {
        /** An unsafe request, and a service that is in trouble. */
        TROUBLE,
        /** The same request, written in another way. */
        SHAPE,
        /** An idempotent method, and more or fewer idle connections. */
        POOL,
        /** An idempotent method, and a service that asks for time. */
        REFUSED,
        /** A response that breaks off. */
        CUT,
        /** An informational response or a trailer. */
        AROUND,
        /** A key that is short, long, or full of signs. */
        KEY,
        /** A key that is longer than any contract has it. */
        LONG_KEY,
        /** What comes next after trouble. */
        NEXT,
        /** A status that belongs to the contract. */
        STATUS,
        /** Another key on the same path. */
        OTHER_KEY,
        /** A slow service. */
        SLOW
    }

    /** When it is about that, in words. */
    String when() {
        return "when the service " + reaction.how();
    }

    /** How it was written, where that matters, and how many idle connections there were. */
    String described() {
        return request.method() + " " + request.shape().words() + ", " + when() + ", with "
                + counted(idle, "idle connection")
                + (onKept ? ", on a kept connection" : "");
    }

    /** Such as {@code 1 arrival} or {@code 2 arrivals}. */
    static String counted(int count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    boolean isAnswered() {
        return reply.response() != null;
    }

    int status() {
        return reply.response() == null ? 0 : reply.response().status();
    }
}
