package dev.samekey.variants;

import dev.samekey.server.idempotency.WaitingGuard;
import dev.samekey.server.replica.Part;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All variants. None has form bodies: those of the system {@code charges} are forms. */
public final class Variants {
    private static final String REFUSED_REPEATS = """
            {"contract": {"extends": "playbook",
              "replay": {"mode": "reject"},
              "refusals": {"replayed_key": {"status": 409, "code": "CONFLICT.idempotency.key_replayed"}},
              "retry": {"decisions": {"CONFLICT.idempotency.key_replayed": "never"}}}}""";
    private static final String LATE_EFFECTS = """
            {"operations": {
              "payment": {"effects": {"within": "2s"}},
              "refund": {"effects": {"within": "2s"}},
              "void": {"effects": {"within": "2s"}},
              "change": {"effects": {"within": "2s"}},
              "removal": {"effects": {"within": "2s"}}}}""";
    private static final String ACCEPTED_FIRST = """
            {"operations": {
              "payment": {"success": 202, "effects": {"within": "2s"}},
              "refund": {"success": 202, "effects": {"within": "2s"}},
              "void": {"success": 202, "effects": {"within": "2s"}},
              "change": {"effects": {"within": "2s"}},
              "removal": {"effects": {"within": "2s"}}}}""";

    private Variants() {}

    /** A new instance of each. */
    public static List<Variant> all() {
        return Stream.of(duplicates(), onTheWire(), around())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Variant> duplicates() {
        return List.of(
                new Variant(
                        "losers-wait",
                        "A duplicate waits up to 5 s for the first request, and then gets its outcome.",
                        parts ->
                                parts.aroundGuard((composed, guard) -> new WaitingGuard(guard, Duration.ofSeconds(5)))),
                new Variant(
                        "losers-get-425",
                        "A duplicate of a request in progress is told so with 425 Too Early.",
                        parts -> parts.with(Part.PROBLEMS, OtherProblems.tooEarly(parts))),
                new Variant(
                                "reordered-members",
                                "A replay has the members of its body in another order, as a dialect whose replay mode is"
                                        + " semantic allows.",
                                parts -> parts.with(
                                        Part.REPLAYS,
                                        new ReorderedReplays(
                                                parts.get(Part.REPLAYS),
                                                parts.base().json())))
                        .in("retry-safe"),
                new Variant(
                                "refused-repeats",
                                "A repeat of a success is refused, as a contract whose replay mode is reject says.",
                                RefusedRepeats::of)
                        .stating(REFUSED_REPEATS));
    }

    private static List<Variant> onTheWire() {
        return List.of(
                new Variant(
                                "joined-keys",
                                "Two key headers are one key of their own, joined by a comma, where the contract does not"
                                        + " refuse them.",
                                parts -> parts.with(
                                        Part.KEYS,
                                        new JoinedKeys(
                                                parts.get(Part.KEYS),
                                                parts.base().contract().key().header())))
                        .in("harbor-point"),
                new Variant(
                        "constant-members",
                        "Every JSON body has two members that are always the same.",
                        ConstantMembers::add),
                new Variant("numeric-ids", "Each id is a number of up to 39 digits.", NumericIds::of),
                new Variant("chunked-answers", "A body is sent in chunks, without its length.", WireForms::chunked),
                new Variant("header-case", "The names of headers are in small letters.", WireForms::smallLetters),
                new Variant(
                        "keep-alive-1s", "A connection is closed after a second of silence.", WireForms::shortLived),
                new Variant("connection-close", "A connection is closed after each answer.", OtherHeaders::close),
                new Variant("extra-header", "An answer has headers that nobody asked for.", OtherHeaders::extra),
                new Variant("changed-date", "The Date of an answer is a random one.", OtherHeaders::date),
                new Variant(
                        "problem-with-extra-members",
                        "A problem document has members that nobody asked for.",
                        parts -> parts.with(Part.PROBLEMS, OtherProblems.talkative(parts))),
                new Variant(
                        "retry-after-date",
                        "Retry-After is a date and not a number of seconds.",
                        parts -> parts.with(Part.PROBLEMS, OtherProblems.dated(parts))));
    }

    private static List<Variant> around() {
        return List.of(
                new Variant(
                                "slow-500ms",
                                "Every request takes half a second more.",
                                parts -> parts.aroundHandlers((composed, handler) -> call -> {
                                    Pause.of(Duration.ofMillis(500));
                                    return handler.handle(call);
                                }))
                        .slowly(),
                new Variant(
                                "late-listings",
                                "A listing shows what a request has made 700 ms after its response.",
                                parts -> LateListings.of(parts, Duration.ofMillis(700)))
                        .stating(LATE_EFFECTS)
                        .slowly(),
                new Variant(
                                "accepted-first",
                                "What makes something new is accepted with 202, and is booked and listed 400 ms later.",
                                AcceptedFirst::of)
                        .stating(ACCEPTED_FIRST)
                        .slowly(),
                new Variant(
                        "idle-pool",
                        "No connection to the database is kept: each is opened when it is wanted, and closed after.",
                        OtherBase::unpooled),
                new Variant(
                        "whole-runs",
                        "A run of a job is one transaction: one that fails leaves nothing, and its retry does it all.",
                        WholeRuns::of),
                new Variant(
                        "skewed-clocks",
                        "The clock of every replica but the first is 900 ms ahead.",
                        OtherBase::skewed));
    }
}
