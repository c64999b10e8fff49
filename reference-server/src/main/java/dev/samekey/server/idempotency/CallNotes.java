package dev.samekey.server.idempotency;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import org.jspecify.annotations.Nullable;

/** What a call says of itself, for the log: nothing of it is refused here. */
public final class CallNotes {
    private static final int FIRST = 1;

    private final KeyPlaces places;
    private final KeySyntax syntax;
    private final @Nullable String attemptHeader;

    /** The header, where there is one, says which attempt a call is. */
    public CallNotes(KeyPlaces places, KeySyntax syntax, @Nullable String attemptHeader) {
        this.places = places;
        this.syntax = syntax;
        this.attemptHeader = attemptHeader;
    }

    /** The key, or what was sent in its place. */
    @Nullable
    String key(Call call) {
        try {
            return places.inPlace(call).stream()
                    .findFirst()
                    .map(sent -> syntax.parse(sent).orElse(sent))
                    .orElse(null);
        } catch (FaultException unreadable) {
            return null;
        }
    }

    /** The number of the attempt, as far as the client says it. */
    int attempt(Call call) {
        String sent = attemptHeader == null ? null : call.header(attemptHeader);
        return sent != null && sent.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(sent) : FIRST;
    }
}
