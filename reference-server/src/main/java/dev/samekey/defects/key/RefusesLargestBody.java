package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.HttpServer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The largest body that is promised is one byte too large. */
final class RefusesLargestBody extends Defect {
    RefusesLargestBody() {
        super(
                "refuses-largest-body",
                "KEY-8",
                "",
                "A body of as many bytes as the server promises to take is refused as too large.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> call.body().bytes().length >= HttpServer.LARGEST_BODY
                ? composed.get(Part.PROBLEMS).render(Fault.BODY_TOO_LARGE, "The body has too many bytes.")
                : handler.handle(call));
    }
}
