package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** Another payload under a known id is flagged, and handled in place of the first one where that is not done yet. */
final class LastPayloadWins extends Defect {
    private static final String REPLACE = """
            update inbox set payload = :payload
            where source = :source and event_id = :id and processed_at is null""";

    LastPayloadWins() {
        super(
                "last-payload-wins",
                "EVT-10",
                "",
                "Another payload under a known id is flagged, and handled in place of the first one where that is not done.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            Receipt receipt = inbox.receive(event, handlers);
            if (receipt == Receipt.CONFLICT) {
                composed.base()
                        .jdbi()
                        .useHandle(handle ->
                                handle.createUpdate(REPLACE).bindMethods(event).execute());
            }
            return receipt;
        });
    }
}
