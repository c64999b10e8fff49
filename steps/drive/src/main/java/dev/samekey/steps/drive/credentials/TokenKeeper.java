package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.model.targets.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the token of one principal fresh. Many scenarios ask for it side by side, and one of them fetches. A token is hidden
 * in every report from the moment when it is known.
 */
final class TokenKeeper {
    /** How long before its end a token is renewed, so that it does not end on the way. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** For short tokens: such a part of the time that they live. */
    private static final int PART = 4;

    /** A source that fails so often in a row will fail the next time too, and may be slow to do so. */
    private static final int MOST_FAILURES = 3;

    private final String principal;
    private final TokenSource source;
    private final Secrets secrets;
    private final InstantSource time;

    private @Nullable Held held;
    private int failures;
    private String failure = "";
    /** Whether a token was refused that no response had accepted before. */
    private boolean refusedAtOnce;

    TokenKeeper(String principal, TokenSource source, Secrets secrets, InstantSource time) {
        this.principal = principal;
        this.source = source;
        this.secrets = secrets;
        this.time = time;
    }

    /**
     * @param renewAt when it is renewed ahead of its end; never where nothing says when it ends
     * @param accepted whether the target has answered it with anything but 401
     */
    private record Held(String value, Instant renewAt, Instant end, boolean accepted) {}

    /** What stands in a report in the token's place. */
    String shown() {
        return "$" + principal.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_TOKEN";
    }

    /** @throws NoCredentials when there is none */
    synchronized String value() {
        Held now = held;
        if (now == null || !time.instant().isBefore(now.renewAt())) {
            try {
                now = fetch();
            } catch (NoCredentials failed) {
                if (now == null || !time.instant().isBefore(now.end())) {
                    throw failed;
                }
                // The old one is still good for this request.
            }
        }
        return now.value();
    }

    private Held fetch() {
        if (failures >= MOST_FAILURES) {
            throw new NoCredentials(failure + " (" + failures + " times in a row; it is not tried again)");
        }
        try {
            TokenSource.Fetched fetched = source.fetch();
            secrets.add(fetched.value(), shown());
            failures = 0;
            Duration lives = fetched.lives();
            Instant now = time.instant();
            Held fresh = lives == null
                    ? new Held(fetched.value(), Instant.MAX, Instant.MAX, false)
                    : new Held(fetched.value(), now.plus(lives).minus(margin(lives)), now.plus(lives), false);
            held = fresh;
            return fresh;
        } catch (NoCredentials failed) {
            failures++;
            failure = String.valueOf(failed.getMessage());
            throw failed;
        }
    }

    private static Duration margin(Duration lives) {
        Duration part = lives.dividedBy(PART);
        return part.compareTo(MARGIN) < 0 ? part : MARGIN;
    }

    /** The target has answered this token with anything but 401. */
    synchronized void accepted(String token) {
        Held now = held;
        if (now != null && now.value().equals(token) && !now.accepted()) {
            held = new Held(now.value(), now.renewAt(), now.end(), true);
            refusedAtOnce = false;
        }
    }

    /**
     * The target has refused this token with 401. A token that it had accepted is renewed. So is the first one, once: after
     * that a 401 is what the target has to say.
     *
     * @return whether there is another token than this one
     */
    synchronized boolean refused(String token) {
        Held now = held;
        if (now == null || !now.value().equals(token)) {
            return true;
        }
        if (!now.accepted()) {
            if (refusedAtOnce) {
                return false;
            }
            refusedAtOnce = true;
        }
        try {
            // A source that gives the refused one again has no better one.
            refusedAtOnce |= fetch().value().equals(token);
            return !token.equals(value());
        } catch (NoCredentials failed) {
            return false;
        }
    }

    /** Whether the target refused the newest token before it had accepted it. */
    synchronized boolean isRefusedAtOnce() {
        return refusedAtOnce;
    }
}
