package dev.samekey.server.fire;

import java.net.http.HttpResponse;

/** What a client was told in the end, and after how many attempts. */
record Told(ClientOrder order, int status, String body, String marker, int attempts, long millis) {
    static Told of(ClientOrder order, HttpResponse<String> answer, int attempts, long millis) {
        String marker = answer.headers().firstValue("Idempotency-Status").orElse("");
        return new Told(order, answer.statusCode(), answer.body(), marker, attempts, millis);
    }

    boolean accepted() {
        return status == 201;
    }

    /** The id of what was made. */
    String id() {
        int start = body.indexOf("\"id\":\"") + 6;
        return body.substring(start, body.indexOf('"', start));
    }

    /** A failure of the server or a running attempt is no outcome: whoever is told so asks again. */
    boolean isFinal() {
        return status < 500 && status != 429 && !body.contains("in_progress");
    }

    boolean isReplay() {
        return marker.equals("replayed");
    }

    /** Whether this is the same answer, from memory. */
    boolean replays(Told first) {
        return status == first.status && body.equals(first.body) && isReplay();
    }
}
