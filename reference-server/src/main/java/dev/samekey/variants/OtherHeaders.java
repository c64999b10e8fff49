package dev.samekey.variants;

import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Parts;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;

/** Answers with other headers than the contract speaks of. */
final class OtherHeaders {
    private OtherHeaders() {}

    static Parts close(Parts parts) {
        return with(parts, answer -> answer.with("Connection", "close"));
    }

    static Parts extra(Parts parts) {
        return with(
                parts,
                answer -> answer.with("X-Request-Id", UUID.randomUUID().toString())
                        .with(
                                "Server-Timing",
                                "app;dur=" + ThreadLocalRandom.current().nextInt(1, 100)));
    }

    static Parts date(Parts parts) {
        return with(
                parts,
                answer -> answer.with(
                        "Date", httpDate(-ThreadLocalRandom.current().nextInt(86_400))));
    }

    /** So many seconds from now, as RFC 9110, 5.6.7 writes it. */
    static String httpDate(long seconds) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(seconds));
    }

    private static Parts with(Parts parts, UnaryOperator<Answer> change) {
        return parts.aroundHandlers((composed, handler) -> call -> change.apply(handler.handle(call)));
    }
}
