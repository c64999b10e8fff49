package dev.samekey.steps.judge.path;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.path.PathCaller;
import dev.samekey.steps.drive.path.PathCaller.Reply;
import dev.samekey.steps.drive.path.PathRequest;
import dev.samekey.steps.drive.path.PathRequest.Shape;
import dev.samekey.steps.drive.path.PathService;
import dev.samekey.steps.drive.path.Reaction;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.path.PathProbe.About;
import dev.samekey.steps.model.contract.Key;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends the probes, one after another, and gives the history of what both ends have seen. It judges nothing. */
public final class PathProbes {
    /**
     * How long things take.
     *
     * @param limit for each wait of a caller
     * @param settled after a response: a repetition that comes behind its back is here by then
     * @param late how late a service is that is in trouble
     * @param slow how long a slow service takes
     * @param warm how long a request takes that is to be under way beside others
     */
    public record Times(Duration limit, Duration settled, Duration late, Duration slow, Duration warm) {
        /** The usual ones. */
        public static Times within(Duration limit) {
            return new Times(
                    limit,
                    Duration.ofMillis(300),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(6),
                    Duration.ofMillis(300));
        }
    }

    private static final int TRIES = 20;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** By these a device says that it has no service. */
    private static final Set<Integer> IS_DOWN = Set.of(502, 503, 504);

    private static final int LONG_KEY = 16 * 1024;
    private static final String SIGNS = "!#$%&'*+-.^_`|~09azAZ";
    private static final String BODY = "{\"amount\":1000,\"currency\":\"EUR\"}";

    private final PathService service;
    private final URI front;
    private final Times times;
    private final Key key;
    private final Consumer<String> now;
    private final List<PathProbe> history = new ArrayList<>();

    /** @param now receives what is tried now, in words */
    public PathProbes(PathService service, URI front, Times times, Key key, Consumer<String> now) {
        this.service = service;
        this.front = front;
        this.times = times;
        this.key = key;
        this.now = now;
    }

    /**
     * Sends all of them.
     *
     * @throws CannotRun when nothing gets through the device
     */
    public List<PathProbe> all() {
        mustPass();
        for (int idle : List.of(0, 4)) {
            troubles().forEach(trouble -> next(About.TROUBLE, "POST", Shape.ONE_WRITE, idle, trouble));
        }
        kept();
        for (Shape shape : Shape.values()) {
            next(About.SHAPE, "POST", shape, 2, id -> Reaction.CLOSES);
            next(About.SHAPE, "POST", shape, 2, id -> Reaction.refuses(503, 1));
        }
        for (int idle : List.of(2, 8)) {
            next(About.POOL, "PUT", Shape.ONE_WRITE, idle, id -> Reaction.CLOSES);
        }
        next(About.REFUSED, "PUT", Shape.ONE_WRITE, 1, id -> Reaction.refuses(503, 1));
        List.<Function<String, Reaction>>of(Reaction::cutByLength, Reaction::cutInChunks)
                .forEach(cut -> next(About.CUT, "POST", Shape.ONE_WRITE, 1, cut));
        List.<Function<String, Reaction>>of(Reaction::earlyHints, Reaction::trailers)
                .forEach(around -> next(About.AROUND, "POST", Shape.ONE_WRITE, 1, around));
        keys();
        statuses();
        otherKey();
        next(About.SLOW, "POST", Shape.ONE_WRITE, 1, id -> Reaction.late(id, times.slow()));
        return List.copyOf(history);
    }

    private List<Function<String, Reaction>> troubles() {
        return List.of(
                id -> Reaction.CLOSES,
                id -> Reaction.RESETS,
                id -> Reaction.refuses(408, 1),
                id -> Reaction.refuses(429, 1),
                id -> Reaction.refuses(502, 1),
                id -> Reaction.refuses(503, 2),
                id -> Reaction.refuses(504, 1),
                id -> Reaction.late(id, times.late()));
    }

    /** A device that looked for the service before it was there may take a while to look again. */
    private void mustPass() {
        PathProbe first = sent(About.NEXT, "POST", Shape.ONE_WRITE, someKey(), 0, Reaction::succeeds);
        for (int i = 1; i < TRIES && first.arrivals().isEmpty() && IS_DOWN.contains(first.status()); i++) {
            now.accept("waiting for the device, which answers " + first.status());
            Await.pause("the device sees the service", PAUSE);
            first = sent(About.NEXT, "POST", Shape.ONE_WRITE, someKey(), 0, Reaction::succeeds);
        }
        if (first.arrivals().isEmpty() || first.status() != 201) {
            throw new CannotRun("no request gets through the device: a POST to " + front + " "
                    + (first.isAnswered()
                            ? "was answered " + first.status()
                            : "got no response (" + first.reply().failure() + ")")
                    + (first.arrivals().isEmpty() ? ", and nothing arrived at the service" : "")
                    + ". Let the device pass on " + PathService.PATH + "… to the address of --back");
        }
    }

    /** Trouble may shut out what comes next: that is seen, and waited for. */
    private void next(About about, String method, Shape shape, int idle, Function<String, Reaction> reaction) {
        warm(idle);
        history.add(sent(about, method, shape, someKey(), idle, reaction));
        for (int i = 0; i < TRIES; i++) {
            PathProbe after = sent(About.NEXT, "POST", Shape.ONE_WRITE, someKey(), idle, Reaction::succeeds);
            if (i == 0) {
                history.add(after);
            }
            if (after.status() == 201) {
                return;
            }
            now.accept("waiting for the device to pass on requests again");
            Await.pause("the device passes on requests again", PAUSE);
        }
        throw new CannotRun("the device passes on nothing any more, " + TRIES + " s after the service "
                + history.get(history.size() - 2).reaction().how());
    }

    /** So many requests at one time make so many connections, which wait then. */
    private void warm(int connections) {
        ExecutorService callers = Executors.newFixedThreadPool(Math.max(1, connections));
        try {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                all.add(CompletableFuture.runAsync(
                        () -> {
                            var unused = sent(
                                    About.NEXT,
                                    "POST",
                                    Shape.ONE_WRITE,
                                    someKey(),
                                    0,
                                    id -> new Reaction(
                                            "succeeds",
                                            Reaction.succeeds(id).head(),
                                            Reaction.End.KEEP,
                                            times.warm(),
                                            201));
                        },
                        callers));
            }
            all.forEach(CompletableFuture::join);
        } finally {
            callers.shutdownNow();
        }
    }

    private void kept() {
        try (PathCaller caller = new PathCaller(front, times.limit())) {
            List.<Function<String, Reaction>>of(Reaction::succeeds, id -> Reaction.CLOSES)
                    .forEach(reaction -> history.add(
                            sent(caller, About.TROUBLE, "POST", Shape.ONE_WRITE, someKey(), 1, true, reaction)));
        }
    }

    private void keys() {
        int most = key.max() == null ? 128 : Math.min(key.max(), 255);
        for (int length : List.of(1, 36, most)) {
            String text = SIGNS.repeat(length / SIGNS.length() + 1).substring(0, length);
            String value = key.characters() == null || text.chars().allMatch(this::isLegal) ? text : "7".repeat(length);
            history.add(sent(About.KEY, "POST", Shape.ONE_WRITE, value, 0, Reaction::succeeds));
        }
        history.add(sent(About.LONG_KEY, "POST", Shape.ONE_WRITE, "9".repeat(LONG_KEY), 0, Reaction::succeeds));
    }

    private boolean isLegal(int character) {
        return key.characters() == null
                || key.characters().matcher(Character.toString(character)).matches();
    }

    private void statuses() {
        for (int status : List.of(409, 425)) {
            List<String> headers = List.of("Retry-After: 1", "Idempotency-Status: in_progress");
            history.add(sent(
                    About.STATUS,
                    "POST",
                    Shape.ONE_WRITE,
                    someKey(),
                    0,
                    id -> Reaction.answers(status, headers, Reaction.body(id))));
        }
    }

    private void otherKey() {
        String id = UUID.randomUUID().toString();
        try (PathCaller caller = new PathCaller(front, times.limit())) {
            for (String result : List.of("first", "second")) {
                Reaction reaction = Reaction.succeeds(result);
                service.expect(id, reaction);
                PathRequest request = request("POST", Shape.ONE_WRITE, id, someKey());
                Reply reply = caller.send(request, false);
                Await.pause("a repetition that is late", times.settled());
                history.add(new PathProbe(About.OTHER_KEY, request, reaction, 0, false, service.arrived(id), reply));
            }
        }
    }

    private PathProbe sent(
            About about, String method, Shape shape, String value, int idle, Function<String, Reaction> reaction) {
        try (PathCaller caller = new PathCaller(front, times.limit())) {
            return sent(caller, about, method, shape, value, idle, false, reaction);
        }
    }

    private PathProbe sent(
            PathCaller caller,
            About about,
            String method,
            Shape shape,
            String value,
            int idle,
            boolean onKept,
            Function<String, Reaction> reaction) {
        String id = UUID.randomUUID().toString();
        Reaction chosen = reaction.apply(id);
        service.expect(id, chosen);
        PathRequest request = request(method, shape, id, value);
        if (about != About.NEXT) {
            now.accept("a " + method + ", and the service " + chosen.how());
        }
        Reply reply = caller.send(request, onKept);
        if (about != About.NEXT) {
            Await.pause("a repetition that is late", times.settled());
        }
        return new PathProbe(about, request, chosen, idle, onKept, service.arrived(id), reply);
    }

    private PathRequest request(String method, Shape shape, String id, String value) {
        String prefix = front.getRawPath() == null ? "" : front.getRawPath().replaceFirst("/+$", "");
        return new PathRequest(
                method, front.getRawAuthority(), prefix + PathService.PATH + id, key.name(), value, BODY, shape);
    }

    private static String someKey() {
        return UUID.randomUUID().toString();
    }
}
