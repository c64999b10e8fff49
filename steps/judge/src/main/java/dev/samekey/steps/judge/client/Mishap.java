package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Behaviour.Lose;
import dev.samekey.steps.drive.service.Behaviour.Loss;
import dev.samekey.steps.drive.service.Behaviour.Refuse;
import dev.samekey.steps.judge.words.Word;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an attempt of a client can fail. */
public enum Mishap implements Word {
    RATE_LIMIT("a rate limit", 429, Reason.RATE_LIMITED),
    INTERNAL_ERROR("an internal error", 500, null),
    BAD_GATEWAY("a bad gateway", 502, null),
    UNAVAILABLE("an unavailable service", 503, Reason.UNAVAILABLE),
    GATEWAY_TIMEOUT("a gateway timeout", 504, Reason.TIMEOUT),
    IN_PROGRESS("an operation in progress", 409, Reason.IN_PROGRESS),
    /** RFC 8470, section 5.2: another status than most contracts have for it, with their code. */
    TOO_EARLY("a request that is too early", 425, Reason.IN_PROGRESS),
    INVALID("an invalid request", 400, Reason.INVALID),
    UNAUTHENTICATED("missing credentials", 401, Reason.UNAUTHENTICATED),
    FORBIDDEN("a lack of permission", 403, null),
    UNKNOWN_RESOURCE("an unknown resource", 404, null),
    DECLINED("a declined operation", 422, Reason.DECLINED),
    REUSED_KEY("a reused key", 409, Reason.PAYLOAD_MISMATCH),
    NO_RESPONSE("no response", Loss.SILENCE, false),
    LOST_RESPONSE("a lost response", Loss.SILENCE, true),
    RESET("a reset connection", Loss.RESET, false),
    CLOSED("a closed connection", Loss.CLOSED, false),
    TRUNCATED("a truncated response", Loss.TRUNCATED, true),
    LOST_THEN_IN_PROGRESS("a lost response and then an operation in progress"),
    INTERNAL_AFTER_UNAVAILABLE("an internal error after an unavailable service");

    private final String words;
    private final @Nullable Integer status;
    private final @Nullable Reason reason;
    private final @Nullable Loss loss;
    private final boolean acts;

    Mishap(String words, int status, @Nullable Reason reason) {
        this(words, status, reason, null, false);
    }

    Mishap(String words, Loss loss, boolean acts) {
        this(words, null, null, loss, acts);
    }

    /** One after the other. */
    Mishap(String words) {
        this(words, null, null, null, false);
    }

    Mishap(String words, @Nullable Integer status, @Nullable Reason reason, @Nullable Loss loss, boolean acts) {
        this.words = words;
        this.status = status;
        this.reason = reason;
        this.loss = loss;
        this.acts = acts;
    }

    @Override
    public String words() {
        return words;
    }

    /** The single ones that it is made of, in their order. */
    public List<Mishap> parts() {
        return switch (this) {
            case LOST_THEN_IN_PROGRESS -> List.of(LOST_RESPONSE, IN_PROGRESS);
            case INTERNAL_AFTER_UNAVAILABLE -> List.of(UNAVAILABLE, INTERNAL_ERROR);
            default -> List.of(this);
        };
    }

    /** Whether the same request can never succeed, whatever the time. */
    boolean isTerminal() {
        return switch (this) {
            case INVALID, UNAUTHENTICATED, FORBIDDEN, UNKNOWN_RESOURCE, DECLINED, REUSED_KEY -> true;
            default -> false;
        };
    }

    /** Whether a client sees no whole response. */
    public boolean isLoss() {
        return loss != null;
    }

    /** The status of the response, as the contract has it for this; null where there is none. */
    public @Nullable Integer status(Contract contract) {
        Refusal refusal = refusal(contract);
        return this == TOO_EARLY || refusal == null || refusal.statuses().isEmpty()
                ? status
                : refusal.statuses().get(0);
    }

    /** The error code of the response; null where the contract has none. */
    public @Nullable String code(Contract contract) {
        Refusal refusal = refusal(contract);
        return refusal == null || refusal.codes().isEmpty()
                ? null
                : refusal.codes().get(0);
    }

    private @Nullable Refusal refusal(Contract contract) {
        return reason == null ? null : contract.refusal(reason);
    }

    /** What the service does. */
    Behaviour behaviour(Contract contract) {
        if (loss != null) {
            return new Lose(loss, acts);
        }
        Integer answered = status(contract);
        if (answered == null) {
            throw new IllegalStateException("«" + words + "» is no single failure");
        }
        return new Refuse(answered, reason, null);
    }
}
