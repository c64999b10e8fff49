package dev.samekey.server.resources.partners;

import dev.samekey.server.json.Members;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a caller says of a partner. */
record Draft(
        String name,
        String email,
        String reference,
        @Nullable String note) {
    static Draft of(Members sent) {
        return new Draft(sent.text("name"), sent.text("email"), sent.text("reference"), sent.optionalText("note"));
    }

    Partner first(Instant now) {
        return new Partner(UUID.randomUUID(), name, email, reference, note, 1, now);
    }

    Partner after(Partner before) {
        return new Partner(before.id(), name, email, reference, note, before.version() + 1, before.createdAt());
    }
}
