package dev.samekey.server.sandbox;

import dev.samekey.server.http.Call;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Optional;

/** The trouble that a request asks for, and what tells its operation from others with the same wish. */
record Wish(String word, String operation) {
    private static final String PREFIX = "sandbox:";
    private static final List<String> PLACES = List.of("payer", "customer", "reason", "note");

    /** The wish of a request, if it has one. */
    static Optional<Wish> of(Principal principal, Call call, Json json) {
        Members sent = json.read(call.body().bytes());
        return PLACES.stream()
                .map(place -> said(place, sent, call))
                .filter(text -> text.startsWith(PREFIX))
                .findFirst()
                .map(text -> new Wish(text.substring(PREFIX.length()), operation(principal, call, sent)));
    }

    /** A reference belongs to one operation, whoever asks for it under whatever key. */
    private static String operation(Principal principal, Call call, Members sent) {
        return String.join(" ", principal.name(), call.method(), call.route(), said("reference", sent, call));
    }

    private static String said(String name, Members sent, Call call) {
        return sent.object().path(name).asText(call.query().getOrDefault(name, ""));
    }
}
