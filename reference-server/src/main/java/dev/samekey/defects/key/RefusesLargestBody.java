package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.HttpServer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.function.Predicate;

/** A body that is as large as is promised is too large. */
final class RefusesLargestBody extends Defect {
    private final Predicate<Call> isTooLarge;

    private RefusesLargestBody(String name, String how, Predicate<Call> isTooLarge) {
        super(name, "KEY-8", "", how);
        this.isTooLarge = isTooLarge;
    }

    static RefusesLargestBody alone() {
        return new RefusesLargestBody(
                "refuses-largest-body",
                "A body of as many bytes as the server promises to take is refused as too large.",
                call -> call.body().bytes().length >= HttpServer.LARGEST_BODY);
    }

    static RefusesLargestBody withHeaders() {
        return new RefusesLargestBody(
                "body-limit-counts-headers",
                "The headers of a request count as part of its body where the body must not be too large.",
                call -> call.body().bytes().length + headers(call) > HttpServer.LARGEST_BODY);
    }

    private static int headers(Call call) {
        return call.headers().entrySet().stream()
                .mapToInt(header -> header.getKey().length()
                        + String.join("", header.getValue()).length())
                .sum();
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> isTooLarge.test(call)
                ? composed.get(Part.PROBLEMS).render(Fault.BODY_TOO_LARGE, "The body has too many bytes.")
                : handler.handle(call));
    }
}
