package dev.samekey.server.broker;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where events come from: a durable pull consumer of a stream. Whoever runs the broker has made both. */
public record EventStream(URI server, String stream, String consumer) {
    private static final Pattern FORM = Pattern.compile("(nats://[^/]+)/([\\w-]+)/([\\w-]+)");

    /** Such as {@code nats://127.0.0.1:4222/EVENTS/payments}. */
    public static EventStream of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("«" + text + "» is not such as nats://127.0.0.1:4222/STREAM/CONSUMER");
        }
        return new EventStream(URI.create(form.group(1)), form.group(2), form.group(3));
    }

    @Override
    public String toString() {
        return server + "/" + stream + "/" + consumer;
    }
}
