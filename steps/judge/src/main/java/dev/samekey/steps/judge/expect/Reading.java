package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.contract.RetryAfter;
import dev.samekey.steps.model.contract.Taxonomy;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads an answer by the contract. */
public final class Reading {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withResolverStyle(ResolverStyle.STRICT);

    /** Why a request is refused that may succeed later. */
    private static final List<Reason> TEMPORARY = List.of(Reason.RATE_LIMITED, Reason.UNAVAILABLE, Reason.IN_PROGRESS);

    private static final List<Reason> OF_A_DEPENDENCY = List.of(Reason.TIMEOUT, Reason.UNAVAILABLE);

    /** RFC 9110, 15.6.3 to 15.6.5. */
    private static final Set<Integer> OF_A_GATEWAY = Set.of(502, 503, 504);

    private final Contract contract;

    public Reading(Contract contract) {
        this.contract = contract;
    }

    /** How the contract refuses for a reason; without one in the contract nothing can be said. */
    public Refusal refusal(Reason reason) {
        String name = reason.name().toLowerCase(Locale.ROOT);
        Refusal refusal = contract.refusal(reason);
        if (refusal == null) {
            throw Judgement.notChecked("refusals." + name + ": the contract does not say how it is refused");
        }
        requireTold(reason);
        return refusal;
    }

    /** The end of the scenario where the contract refuses for such a reason with a code alone, and does not say where it stands. */
    public void requireTold(Reason... reasons) {
        if (!Stream.of(reasons).allMatch(this::isTold)) {
            throw Judgement.notChecked("errors.code: the contract does not say where an error has its code");
        }
    }

    /** The same for a refusal that is not the contract's but the target file's. */
    void requireTold(Refusal refusal) {
        if (!contract.tells(refusal)) {
            throw Judgement.notChecked("errors.code: the contract does not say where an error has its code");
        }
    }

    /** The same where an answer may be refused for such a reason, and nothing shows that it is. */
    public void requireTold(Answer answer, Reason... reasons) {
        boolean isKnown = Stream.of(reasons).anyMatch(reason -> isTold(reason) && isFor(reason, answer));
        if (answer.isRefusal() && !isKnown) {
            requireTold(reasons);
        }
    }

    /** What the contract does not refuse at all is told. */
    private boolean isTold(Reason reason) {
        Refusal refusal = contract.refusal(reason);
        return refusal == null || contract.tells(refusal);
    }

    public Marker marker() {
        Marker marker = contract.marker();
        if (marker == null) {
            throw Judgement.notChecked(
                    "replay.marker: the contract does not say how a replay differs from a first response");
        }
        return marker;
    }

    /** Whether the answer is marked as a replay; never, where the contract knows no mark. */
    public boolean isMarked(Answer answer) {
        Marker marker = contract.marker();
        return marker != null && found(marker, answer).filter(marker::isReplay).isPresent();
    }

    /** Whether an answer has the mark of a replay, or the status that replays have. */
    public boolean looksLikeReplay(Answer answer) {
        Replay replay = contract.replay();
        Integer status = replay == null ? null : replay.status();
        return isMarked(answer) || (status != null && status == answer.status());
    }

    /** Whether one answer is marked as a replay and another is not: a mark that both have tells nothing. */
    public boolean isMarkedUnlike(Answer first, Answer other) {
        return isMarked(other) && !isMarked(first);
    }

    /**
     * Whether an operation was answered with the result of the first answer to it. The ids of new results say so; where there
     * are none, the mark that only the other answer has.
     */
    public boolean isReplay(Operation operation, Answer first, Answer other) {
        if (operation.id() != null) {
            JsonNode one = Calls.id(operation, first);
            JsonNode another = Calls.id(operation, other);
            boolean present = !one.isMissingNode() && !another.isMissingNode();
            if (present && operation.namesWhatItMakes() && one.equals(another)) {
                // Both requests name it, so the id does not say which of them made it.
                return isMarkedUnlike(first, other) || (looksLikeReplay(other) && !looksLikeReplay(first));
            }
            if (present && (operation.role().makesNew() || !one.equals(another))) {
                return one.equals(another);
            }
        }
        return isMarkedUnlike(first, other);
    }

    /** What stands where the contract has its mark. */
    public String mark(Answer answer) {
        return found(marker(), answer).orElse("none");
    }

    private static Optional<String> found(Marker marker, Answer answer) {
        return marker.header() == null
                ? Optional.ofNullable(answer.at(marker.place()).asText(null))
                : answer.header(marker.header());
    }

    /** Whether two bodies say the same: they are equal, or as JSON but for what may differ in a replay. */
    public boolean saysTheSame(Answer one, Answer other) {
        return saysTheSame(one, other, List.of());
    }

    /**
     * The same but for some more members.
     *
     * @param but where they are
     */
    public boolean saysTheSame(Answer one, Answer other, List<JsonPointer> but) {
        if (one.body().equals(other.body())) {
            return true;
        }
        JsonNode tree = withoutWhatVaries(one, but);
        return !tree.isMissingNode() && tree.equals(withoutWhatVaries(other, but));
    }

    /** The whole body as a tree; a missing node where it is no JSON. */
    JsonNode withoutWhatVaries(Answer answer, List<JsonPointer> but) {
        JsonNode tree = answer.at("").deepCopy();
        Stream.concat(differing().stream(), but.stream()).forEach(place -> remove(tree, place));
        return tree;
    }

    private static void remove(JsonNode tree, JsonPointer place) {
        if (tree.at(place.head()) instanceof ObjectNode parent) {
            parent.remove(place.last().getMatchingProperty());
        }
    }

    /** What may differ between the first answer and a replay: a marker in the body, and what the contract lists. */
    List<JsonPointer> differing() {
        Replay replay = contract.replay();
        List<JsonPointer> varies = replay == null ? null : replay.varies();
        Marker marker = contract.marker();
        List<JsonPointer> differing = new ArrayList<>(varies == null ? List.of() : varies);
        if (marker != null && marker.member() != null) {
            differing.add(marker.member());
        }
        return differing;
    }

    /** One of each that say the same. */
    public List<Answer> unlike(List<Answer> answers) {
        List<Answer> unlike = new ArrayList<>();
        for (Answer answer : answers) {
            if (unlike.stream().noneMatch(other -> saysTheSame(other, answer))) {
                unlike.add(answer);
            }
        }
        return unlike;
    }

    /** The members of two bodies that are not the same in both, the innermost; nothing where one of them is no JSON. */
    public static List<JsonPointer> differences(Answer one, Answer other) {
        return differences(JsonPointer.empty(), one.at(""), other.at("")).toList();
    }

    private static Stream<JsonPointer> differences(JsonPointer place, JsonNode one, JsonNode other) {
        if (one.isObject() && other.isObject()) {
            Set<String> names = new TreeSet<>();
            one.fieldNames().forEachRemaining(names::add);
            other.fieldNames().forEachRemaining(names::add);
            return names.stream()
                    .flatMap(name -> differences(place.appendProperty(name), one.path(name), other.path(name)));
        }
        boolean areAlike = one.isArray()
                && one.size() == other.size()
                && Stream.concat(one.valueStream(), other.valueStream()).allMatch(JsonNode::isObject);
        if (areAlike) {
            return IntStream.range(0, one.size())
                    .boxed()
                    .flatMap(i -> differences(place.appendIndex(i), one.get(i), other.get(i)));
        }
        // The whole body is no member.
        return one.equals(other) || place.matches() ? Stream.empty() : Stream.of(place);
    }

    /** Whether the contract marks a replay. */
    public boolean marks() {
        return contract.marker() != null;
    }

    /**
     * Status and code tell refusals apart; where the contract names only one of them, that one does. No answer is known by a
     * code alone that stands nobody knows where.
     */
    public boolean is(Refusal refusal, Answer answer) {
        return contract.tells(refusal)
                && refusal.isSaidBy(answer.status(), contract.errorCode() == null ? null : code(answer));
    }

    /**
     * The same where the status may be another 4xx: the code alone says which refusal it is, if no other one has it. Which status it
     * must have is the matter of one clause, and all others judge their own point.
     */
    public boolean isInSubstance(Refusal refusal, Answer answer) {
        return is(refusal, answer) || (answer.isRefusal() && isKnownByItsCode(refusal, code(answer)));
    }

    /**
     * The same where the code may be another one instead, of which the contract knows nothing. Only where the request has met what is
     * refused so: the business may refuse with the same status.
     */
    public boolean isInSubstanceOrByStatus(Reason reason, Answer answer) {
        Refusal refusal = contract.refusal(reason);
        return refusal != null && (isInSubstance(refusal, answer) || isByStatus(refusal, answer));
    }

    private boolean isByStatus(Refusal refusal, Answer answer) {
        String code = code(answer);
        return answer.isRefusal() && refusal.statuses().contains(answer.status()) && !code.isEmpty() && isUnknown(code);
    }

    private boolean isUnknown(String code) {
        return Stream.of(Reason.values())
                .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                .noneMatch(refusal -> refusal.hasCode(code));
    }

    /** How to repeat a request, and what to write where its refusal has another status or another code, if the API means that. */
    public Fact[] facts(Reason reason, Answer answer, Fact repeat) {
        Refusal refusal = contract.refusal(reason);
        if (refusal == null || is(refusal, answer)) {
            return new Fact[] {repeat};
        }
        return Stream.concat(
                        otherwise(refusal, answer).stream()
                                .map(member -> new Fact(
                                        toAccept(reason, refusal, answer),
                                        "write «refusals: {" + reason.name().toLowerCase(Locale.ROOT) + ": {" + member
                                                + ", …}}» into the contract")),
                        Stream.of(repeat))
                .toArray(Fact[]::new);
    }

    /** Another code may be a refusal by the business, after the winner of a race: nobody should write that down as in progress. */
    private String toAccept(Reason reason, Refusal refusal, Answer answer) {
        return reason == Reason.IN_PROGRESS && !isInSubstance(refusal, answer)
                ? "if it means in progress"
                : "to accept it";
    }

    private Optional<String> otherwise(Refusal refusal, Answer answer) {
        if (isInSubstance(refusal, answer)) {
            return Optional.of("status: " + answer.status());
        }
        return isByStatus(refusal, answer) ? Optional.of("code: " + code(answer)) : Optional.empty();
    }

    private boolean isKnownByItsCode(Refusal refusal, String code) {
        return !contract.errorCodes().isEmpty()
                && refusal.codes().contains(code)
                && Stream.of(Reason.values())
                                .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                                .filter(other -> other.hasCode(code))
                                .count()
                        == 1;
    }

    /**
     * What stands at the first of the contract's pointers to the code of an error where something stands; otherwise a code of the
     * contract that stands elsewhere, which is the matter of ERR-1 alone.
     */
    public String code(Answer answer) {
        String there = codeInItsPlace(answer);
        return there.isEmpty()
                ? codeElsewhere(answer)
                        .map(place -> answer.at(place.toString()).asText())
                        .orElse("")
                : there;
    }

    /** The same where it stands in its place; empty otherwise. */
    public String codeInItsPlace(Answer answer) {
        return contract.errorCodes().stream()
                .map(code -> answer.at(code.toString()).asText())
                .filter(code -> !code.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Where a refusal has a code of the contract; nothing where it has none, or the contract names no place. */
    public Optional<JsonPointer> codeElsewhere(Answer answer) {
        return contract.errorCodes().isEmpty() || !answer.isRefusal()
                ? Optional.empty()
                : texts(JsonPointer.empty(), answer.at(""))
                        .filter(place -> isCode(answer.at(place.toString()).asText()))
                        .findFirst();
    }

    private boolean isCode(String text) {
        Taxonomy taxonomy = contract.taxonomy();
        return (taxonomy != null && taxonomy.of(text).isPresent())
                || Stream.of(Reason.values())
                        .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                        .anyMatch(refusal -> refusal.codes().contains(text));
    }

    private static Stream<JsonPointer> texts(JsonPointer place, JsonNode node) {
        if (node.isObject()) {
            return node.propertyStream()
                    .flatMap(member -> texts(place.appendProperty(member.getKey()), member.getValue()));
        }
        if (node.isArray()) {
            return IntStream.range(0, node.size())
                    .boxed()
                    .flatMap(index -> texts(place.appendIndex(index), node.get(index)));
        }
        return node.isTextual() ? Stream.of(place) : Stream.empty();
    }

    /** Whether another payload under a key is refused so. Each refusal may be that where nobody knows where its code stands. */
    public boolean isMismatch(Answer answer) {
        Refusal stated = contract.refusal(Reason.PAYLOAD_MISMATCH);
        return isFor(Reason.PAYLOAD_MISMATCH, answer) || (stated != null && isInSubstance(stated, answer));
    }

    /** Whether the contract says how another payload under a key is refused, so that such a refusal can be known. */
    public boolean knowsMismatch() {
        return contract.refusal(Reason.PAYLOAD_MISMATCH) != null && isTold(Reason.PAYLOAD_MISMATCH);
    }

    /** Whether a request is refused so that is in progress; as for {@link #isMismatch}. */
    public boolean isInProgress(Answer answer) {
        Refusal stated = contract.refusal(Reason.IN_PROGRESS);
        return isInProgressAsStated(answer) || (stated != null && isInSubstance(stated, answer));
    }

    /** The same of a request that has met one in progress: its status alone may say it too. */
    public boolean hasMetInProgress(Answer answer) {
        return isInProgress(answer) || isInSubstanceOrByStatus(Reason.IN_PROGRESS, answer);
    }

    /** Whether another payload that has met its key is refused so: its status alone may say it too. */
    public boolean hasMetAnotherPayload(Answer answer) {
        return isMismatch(answer) || isInSubstanceOrByStatus(Reason.PAYLOAD_MISMATCH, answer);
    }

    /** The same with the status and the code that the contract names. */
    public boolean isInProgressAsStated(Answer answer) {
        // CON-2: where the contract names no answer, the two that the clause itself names will do.
        // 425 is always one of them.
        return answer.status() == 425
                || (contract.refusal(Reason.IN_PROGRESS) == null
                        ? answer.status() == 409
                        : isFor(Reason.IN_PROGRESS, answer));
    }

    /** Whether a request with a payload of its own may have been answered so because another one has used its key. */
    public boolean mayBeOfAUsedKey(Answer answer) {
        return isOfAUsedKey(answer) || (!knowsMismatch() && answer.isRefusal() && !isFor(Reason.MALFORMED_KEY, answer));
    }

    /** Whether that is why: it shows that the key is legal. */
    public boolean isOfAUsedKey(Answer answer) {
        return isMarked(answer)
                || isInProgress(answer)
                || Stream.of(Reason.PAYLOAD_MISMATCH, Reason.REPLAYED_KEY, Reason.EXPIRED_KEY)
                        .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                        .anyMatch(refusal -> isInSubstance(refusal, answer));
    }

    private boolean isFor(Reason reason, Answer answer) {
        Refusal refusal = contract.refusal(reason);
        return refusal != null && (contract.tells(refusal) ? is(refusal, answer) : answer.isRefusal());
    }

    /**
     * Whether a request was executed and failed because of what it depends on, by the contract or by its status. Each error may be
     * that where nobody knows where its code stands.
     */
    public boolean isOfADependency(Answer answer) {
        return OF_A_GATEWAY.contains(answer.status())
                || OF_A_DEPENDENCY.stream()
                        .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                        .anyMatch(refusal -> contract.tells(refusal) ? is(refusal, answer) : answer.status() >= 400);
    }

    /** Whether a repeat was refused because its key is done with, as contracts say that do not replay. */
    public boolean isRefusedRepeat(Answer answer) {
        Replay replay = contract.replay();
        return replay != null
                && replay.refuses()
                && contract.refusal(Reason.REPLAYED_KEY) != null
                && is(refusal(Reason.REPLAYED_KEY), answer);
    }

    /** What the contract says of when to retry what was refused so; without it nothing is owed. */
    public RetryAfter retryAfter(Answer answer) {
        Reason reason = TEMPORARY.stream()
                .filter(one -> {
                    Refusal refusal = contract.refusal(one);
                    return refusal != null && is(refusal, answer);
                })
                .findFirst()
                .orElse(Reason.IN_PROGRESS);
        requireTold(reason);
        Refusal refusal = contract.refusal(reason);
        RetryAfter promised = refusal == null ? null : refusal.retryAfter();
        if (promised == null) {
            throw Judgement.notChecked("refusals." + reason.name().toLowerCase(Locale.ROOT)
                    + ".retry_after: the contract does not say that such a refusal says when to retry");
        }
        return promised;
    }

    /**
     * In how many seconds a refusal lets its caller retry: a date is a second off on either side. Nothing where it does not say
     * that in a legal form.
     */
    public static List<Long> secondsToRetry(Answer answer, Instant received) {
        String value = answer.header("Retry-After").orElse("");
        if (!isRetryAfter(value)) {
            return List.of();
        }
        if (value.matches("\\d+")) {
            return List.of(Long.parseLong(value));
        }
        // The clock of whoever wrote it counts.
        Instant now = answer.header("Date")
                .filter(Reading::isRetryAfter)
                .map(Reading::time)
                .orElse(received);
        long seconds = Duration.between(now, time(value)).toSeconds();
        return List.of(seconds - 1, seconds, seconds + 1);
    }

    private static Instant time(String date) {
        return LocalDateTime.parse(date, HTTP_DATE).toInstant(ZoneOffset.UTC);
    }

    /** RFC 9110, section 10.2.3: seconds, or the one form of a date that a server may write (section 5.6.7). */
    public static boolean isRetryAfter(String value) {
        if (value.matches("\\d{1,9}")) {
            return true;
        }
        try {
            HTTP_DATE.parse(value);
            return true;
        } catch (DateTimeException neither) {
            return false;
        }
    }
}
