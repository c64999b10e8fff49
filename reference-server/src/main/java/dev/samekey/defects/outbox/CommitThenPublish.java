package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;

/** What a message tells of commits, and the message is put into the outbox later, if the server lives so long. */
final class CommitThenPublish extends Defect {
    private static final Duration LATER = Duration.ofSeconds(3);

    CommitThenPublish() {
        super(
                "commit-then-publish",
                "OBX-1",
                "OBX-5",
                "What a message tells of commits, and the message is put into the outbox later, if the server lives so long.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.OUTBOX,
                (transaction, message) -> CompletableFuture.delayedExecutor(LATER.toSeconds(), TimeUnit.SECONDS)
                        .execute(() -> {
                            try (Handle own = parts.base().jdbi().open()) {
                                parts.get(Part.OUTBOX).put(own, message);
                            }
                        }));
    }
}
