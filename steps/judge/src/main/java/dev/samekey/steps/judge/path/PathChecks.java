package dev.samekey.steps.judge.path;

import dev.samekey.steps.drive.path.Message;
import dev.samekey.steps.drive.path.PathArrival;
import dev.samekey.steps.drive.path.Reaction;
import dev.samekey.steps.judge.path.PathProbe.About;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The clauses about what stands between, each a function of the history. */
public final class PathChecks {
    /** By clause, in their order. */
    public static final Map<String, Function<List<PathProbe>, PathFinding>> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("PTH-1", PathChecks::arrivesOnce),
            Map.entry("PTH-2", PathChecks::howeverItIsWritten),
            Map.entry("PTH-3", PathChecks::hasABound),
            Map.entry("PTH-4", PathChecks::notAfterAResponseBegan),
            Map.entry("PTH-5", PathChecks::isTheSameRequest),
            Map.entry("PTH-6", PathChecks::waits),
            Map.entry("PTH-7", PathChecks::tellsTheTruth),
            Map.entry("PTH-8", PathChecks::answers),
            Map.entry("PTH-9", PathChecks::staysCut),
            Map.entry("PTH-10", PathChecks::passesWhatIsAround),
            Map.entry("PTH-11", PathChecks::passesKeys),
            Map.entry("PTH-12", PathChecks::isOpenForTheNext),
            Map.entry("PTH-13", PathChecks::passesStatuses),
            Map.entry("PTH-14", PathChecks::sendsSlowRequestsOnce)));

    /** What says that a request was not done, and may be sent again. */
    private static final Set<Integer> SAYS_NOT_DONE = Set.of(408, 425, 429, 503);

    private PathChecks() {}

    private static List<PathProbe> about(List<PathProbe> history, About... about) {
        return history.stream()
                .filter(probe -> List.of(about).contains(probe.about()))
                .toList();
    }

    private static String arrivals(PathProbe probe) {
        return PathProbe.counted(probe.arrivals().size(), "arrival");
    }

    private static PathFinding arrivesOnce(List<PathProbe> history) {
        List<PathProbe> probes = arrived(about(history, About.TROUBLE));
        return PathFinding.of(
                probes,
                probe -> probe.arrivals().size() == 1,
                probe -> "a POST " + probe.when(),
                probe -> "1 arrival",
                probe -> arrivals(probe));
    }

    private static List<PathProbe> arrived(List<PathProbe> probes) {
        return probes.stream().filter(probe -> !probe.arrivals().isEmpty()).toList();
    }

    private static PathFinding howeverItIsWritten(List<PathProbe> history) {
        Map<String, List<PathProbe>> byReaction = arrived(about(history, About.SHAPE)).stream()
                .collect(Collectors.groupingBy(PathProbe::when, TreeMap::new, Collectors.toList()));
        List<PathProbe> odd = new ArrayList<>();
        byReaction.values().forEach(probes -> {
            int first = probes.get(0).arrivals().size();
            probes.stream().filter(probe -> probe.arrivals().size() != first).forEach(odd::add);
        });
        List<PathProbe> all = byReaction.values().stream().flatMap(List::stream).toList();
        return PathFinding.of(
                all,
                probe -> !odd.contains(probe),
                probe -> "a POST " + probe.when(),
                probe -> "as many arrivals however it is written",
                probe -> Objects.requireNonNull(byReaction.get(probe.when())).stream()
                        .map(one -> one.arrivals().size() + " "
                                + one.request().shape().words())
                        .collect(Collectors.joining(", ")));
    }

    private static PathFinding hasABound(List<PathProbe> history) {
        List<PathProbe> probes = arrived(about(history, About.POOL));
        int least =
                probes.stream().mapToInt(probe -> probe.arrivals().size()).min().orElse(0);
        return PathFinding.of(
                probes,
                probe -> probe.arrivals().size() <= least,
                probe -> "a PUT " + probe.when() + ", with " + PathProbe.counted(probe.idle(), "idle connection"),
                probe -> PathProbe.counted(least, "arrival") + ", as with fewer",
                probe -> arrivals(probe));
    }

    private static PathFinding notAfterAResponseBegan(List<PathProbe> history) {
        List<PathProbe> probes = arrived(about(history, About.CUT));
        return PathFinding.of(
                probes,
                probe -> probe.arrivals().size() == 1,
                probe -> "a POST " + probe.when(),
                probe -> "1 arrival",
                probe -> arrivals(probe));
    }

    private static PathFinding isTheSameRequest(List<PathProbe> history) {
        return PathFinding.of(
                repeated(history),
                probe -> changed(probe).isEmpty(),
                probe -> "the repetition of a " + probe.request().method() + " " + probe.when(),
                probe -> "the same request",
                probe -> "another " + changed(probe));
    }

    private static List<PathProbe> repeated(List<PathProbe> history) {
        return history.stream()
                .filter(probe -> probe.arrivals().size() > 1 && probe.about() != About.OTHER_KEY)
                .toList();
    }

    /** What differs in a later arrival; empty where nothing does. */
    private static String changed(PathProbe probe) {
        Message first = probe.arrivals().get(0).request();
        String key = probe.request().keyHeader();
        return probe.arrivals().stream()
                .skip(1)
                .map(PathArrival::request)
                .flatMap(later -> Stream.of(
                                later.start().equals(first.start()) ? "" : "request line",
                                later.header(key).equals(first.header(key)) ? "" : "key",
                                later.header("Authorization").equals(first.header("Authorization"))
                                        ? ""
                                        : "Authorization",
                                later.body().equals(first.body()) ? "" : "body")
                        .filter(part -> !part.isEmpty()))
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    private static PathFinding waits(List<PathProbe> history) {
        List<PathProbe> probes = repeated(history).stream()
                .filter(probe -> retryAfter(probe) > 0)
                .toList();
        return PathFinding.of(
                probes,
                probe -> leastGap(probe).compareTo(Duration.ofSeconds(retryAfter(probe))) >= 0,
                probe -> "the repetition of a " + probe.request().method() + " " + probe.when(),
                probe -> "at least " + retryAfter(probe) + " s later, as Retry-After says",
                probe -> leastGap(probe).toMillis() + " ms later");
    }

    private static int retryAfter(PathProbe probe) {
        String value = probe.reaction().head().replaceFirst("(?s).*\r\nRetry-After: ([0-9]+)\r\n.*", "$1");
        return value.matches("[0-9]+") ? Integer.parseInt(value) : 0;
    }

    private static Duration leastGap(PathProbe probe) {
        Duration least = Duration.ofDays(1);
        for (int i = 1; i < probe.arrivals().size(); i++) {
            Duration gap = Duration.between(
                    probe.arrivals().get(i - 1).at(), probe.arrivals().get(i).at());
            least = gap.compareTo(least) < 0 ? gap : least;
        }
        return least;
    }

    /** A service that gave no response may have done what it was asked. */
    private static PathFinding tellsTheTruth(List<PathProbe> history) {
        List<PathProbe> probes = arrived(history).stream()
                .filter(probe -> probe.isAnswered() && probe.about() != About.CUT)
                .filter(probe -> probe.reaction().status() == 0 || isOwn(probe))
                .toList();
        return PathFinding.of(
                probes,
                probe -> !SAYS_NOT_DONE.contains(probe.status())
                        && Objects.requireNonNull(probe.reply().response())
                                .header("Retry-After")
                                .isEmpty(),
                probe ->
                        "the device's own response to a " + probe.request().method() + " that arrived, " + probe.when(),
                probe -> "a status that leaves open whether it was done, such as 502 or 504",
                probe -> described(Objects.requireNonNull(probe.reply().response())));
    }

    private static boolean isOwn(PathProbe probe) {
        return probe.reply().response() != null
                && probe.reply().response().header(Reaction.SERVICE).isEmpty();
    }

    private static String described(Message response) {
        return response.status()
                + response.header("Retry-After").stream()
                        .map(value -> " with Retry-After: " + value)
                        .collect(Collectors.joining());
    }

    private static PathFinding answers(List<PathProbe> history) {
        List<PathProbe> probes =
                arrived(about(history, About.TROUBLE, About.SHAPE, About.POOL, About.REFUSED, About.SLOW));
        return PathFinding.of(
                probes,
                PathProbe::isAnswered,
                probe -> "the response to a " + probe.described(),
                probe -> "a status",
                probe -> probe.reply().failure());
    }

    private static PathFinding staysCut(List<PathProbe> history) {
        List<PathProbe> probes = arrived(about(history, About.CUT));
        return PathFinding.of(
                probes,
                probe -> !isWholeSuccess(probe),
                probe -> "the response " + probe.when(),
                probe -> "one that is seen to break off, or an error",
                probe -> probe.status() + ", which looks whole");
    }

    private static boolean isWholeSuccess(PathProbe probe) {
        Message response = probe.reply().response();
        return response != null && response.isWhole() && response.status() < 300;
    }

    private static PathFinding passesWhatIsAround(List<PathProbe> history) {
        return PathFinding.of(
                arrived(about(history, About.AROUND)),
                probe -> isWholeSuccess(probe)
                        && !isOwn(probe)
                        && probe.arrivals().size() == 1
                        && Objects.requireNonNull(probe.reply().response()).status() == 201,
                probe -> "the response " + probe.when(),
                probe -> "the final 201, whole, and 1 arrival",
                probe -> answered(probe) + ", and " + arrivals(probe));
    }

    private static String answered(PathProbe probe) {
        Message response = probe.reply().response();
        return response == null
                ? probe.reply().failure()
                : response.status()
                        + (response.isWhole() ? "" : ", broken off")
                        + (isOwn(probe) ? ", of the device" : "");
    }

    private static PathFinding passesKeys(List<PathProbe> history) {
        return PathFinding.of(
                about(history, About.KEY, About.LONG_KEY),
                probe -> arrivesAsSent(probe) || (probe.about() == About.LONG_KEY && isRefused(probe)),
                probe -> "a key of " + probe.request().key().length() + " characters",
                probe -> probe.about() == About.KEY ? "arrives as it was sent" : "arrives as it was sent, or a 4xx",
                probe -> probe.arrivals().isEmpty()
                        ? "no arrival, and " + answered(probe)
                        : "arrived as "
                                + probe
                                        .arrivals()
                                        .get(0)
                                        .request()
                                        .header(probe.request().keyHeader())
                                        .stream()
                                        .map(value -> value.length() > 60 ? value.substring(0, 60) + "…" : value)
                                        .toList());
    }

    private static boolean arrivesAsSent(PathProbe probe) {
        return !probe.arrivals().isEmpty()
                && probe.arrivals().stream()
                        .allMatch(arrival -> arrival.request()
                                .header(probe.request().keyHeader())
                                .equals(List.of(probe.request().key())));
    }

    private static boolean isRefused(PathProbe probe) {
        return probe.arrivals().isEmpty() && probe.status() >= 400 && probe.status() < 500;
    }

    private static PathFinding isOpenForTheNext(List<PathProbe> history) {
        List<PathProbe> afterTrouble = about(history, About.NEXT);
        return PathFinding.of(
                afterTrouble,
                probe -> probe.status() == 201 && probe.arrivals().size() == 1,
                probe -> "the next request after the service "
                        + history.get(history.indexOf(probe) - 1).reaction().how(),
                probe -> "201",
                probe -> answered(probe) + (probe.arrivals().isEmpty() ? ", and it did not arrive" : ""));
    }

    private static PathFinding passesStatuses(List<PathProbe> history) {
        List<PathProbe> probes = about(history, About.STATUS, About.OTHER_KEY);
        Predicate<PathProbe> passes = probe -> {
            Message response = probe.reply().response();
            String body = probe.reaction().head().replaceFirst("(?s).*?\r\n\r\n", "");
            return response != null
                    && response.status() == probe.reaction().status()
                    && response.body().equals(body)
                    && Stream.of("Retry-After", "Idempotency-Status")
                            .allMatch(name -> response.header(name).equals(said(probe, name)));
        };
        return PathFinding.of(
                probes,
                passes,
                probe -> probe.about() == About.STATUS
                        ? "the response " + probe.when()
                        : "the response under another key",
                probe -> "as the service sent it",
                probe -> answered(probe));
    }

    private static List<String> said(PathProbe probe, String name) {
        return probe.reaction()
                .head()
                .lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .toList();
    }

    private static PathFinding sendsSlowRequestsOnce(List<PathProbe> history) {
        return PathFinding.of(
                arrived(about(history, About.SLOW)),
                probe -> probe.arrivals().size() == 1,
                probe -> "a POST " + probe.when(),
                probe -> "1 arrival",
                probe -> arrivals(probe));
    }
}
