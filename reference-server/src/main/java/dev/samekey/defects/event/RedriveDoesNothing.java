package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The redrive of a dead letter responds with a success, and the handler is not called again. */
final class RedriveDoesNothing extends Defect {
    RedriveDoesNothing() {
        super(
                "redrive-does-nothing",
                "EVT-8",
                "",
                "The redrive of a dead letter responds with a success, and the handler is not called again.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.ROUTES,
                composed -> parts.get(Part.ROUTES).apply(composed).stream()
                        .map(route -> route.template().endsWith("/redrive")
                                ? route.wrap(redrive -> call -> Answer.ok("{}"))
                                : route)
                        .toList());
    }
}
