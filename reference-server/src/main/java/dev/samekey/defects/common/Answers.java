package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import java.util.HashMap;
import java.util.Map;

/** Answers that lack or change what an answer should have. */
public final class Answers {
    private static final String RETRY_AFTER = "Retry-After";

    private Answers() {}

    public static Answer withoutRetryAfter(Answer answer) {
        return withoutHeader(answer, RETRY_AFTER);
    }

    public static Answer withoutHeader(Answer answer, String name) {
        Map<String, String> headers = new HashMap<>(answer.headers());
        headers.remove(name);
        return new Answer(answer.status(), headers, answer.body(), answer.errorCode());
    }

    public static Answer withStatus(Answer answer, int status) {
        return new Answer(status, answer.headers(), answer.body(), answer.errorCode());
    }

    public static Answer withBody(Answer answer, String body) {
        return new Answer(answer.status(), answer.headers(), body, answer.errorCode());
    }
}
