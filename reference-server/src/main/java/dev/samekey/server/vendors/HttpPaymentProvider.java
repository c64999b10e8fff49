package dev.samekey.server.vendors;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A provider that is asked over HTTP. When its answer is lost nobody here knows whether it acted; the next attempt asks
 * under the same key, and the provider then tells what it did (EXT-2).
 */
public final class HttpPaymentProvider implements PaymentProvider {
    private static final String DUPLICATE = "PROVIDER.duplicate";
    private static final int PAYMENT_REQUIRED = 402;
    private static final int TOO_MANY = 429;

    private final Remote remote;

    /** A provider at the other end. */
    public HttpPaymentProvider(Remote remote) {
        this.remote = remote;
    }

    @Override
    public Approval authorize(Authorization wanted) {
        Map<String, String> key = Map.of("Idempotency-Key", key(wanted));
        return accepted(asked(() -> remote.post("/authorizations", key, wanted)));
    }

    @Override
    public void confirm(UUID operationId) {
        var unused = accepted(asked(() -> remote.get("/settlements/" + operationId)));
    }

    /** Of the operation and not of the attempt (EXT-1). */
    private static String key(Authorization wanted) {
        return wanted.operationId().toString();
    }

    private static Reply asked(Supplier<Reply> call) {
        try {
            return call.get();
        } catch (NoReplyException none) {
            throw none.mayHaveArrived()
                    ? new FaultException(Fault.DEPENDENCY_TIMEOUT, "The provider did not answer in time.")
                    : new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "The provider is out of reach.");
        }
    }

    private static Approval accepted(Reply reply) {
        if (reply.isSuccessful()) {
            return Approval.NEW;
        }
        if (isKnown(reply)) {
            return Approval.KNOWN;
        }
        throw switch (reply.status()) {
            case PAYMENT_REQUIRED ->
                new FaultException(Fault.INSUFFICIENT_FUNDS, "The provider declined: insufficient funds.");
            case TOO_MANY -> new FaultException(Fault.RATE_LIMITED, "The provider takes no more requests for now.");
            default -> new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "The provider is out of reach.");
        };
    }

    /** A duplicate is no error: its result exists, and that is what was asked for (EXT-5). */
    private static boolean isKnown(Reply reply) {
        return reply.document().path("code").asText().equals(DUPLICATE)
                && reply.document().path("result").isObject();
    }
}
