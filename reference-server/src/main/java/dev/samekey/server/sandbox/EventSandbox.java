package dev.samekey.server.sandbox;

import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Inbox;
import dev.samekey.server.inbox.Receipt;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Trouble on request for those who handle events: {@code sandbox:<handler>:<word>} as the note in an event's data. The
 * words are {@code slow_once}, and {@code fails_<n>} for a handler that fails at its first n attempts. With
 * {@code sandbox:slow_answer} whoever brings the event first waits for the acknowledgement.
 */
public final class EventSandbox {
    private static final Pattern WISH = Pattern.compile("sandbox:([a-z]+):(slow_once|fails_([1-9][0-9]?))");
    private static final String SLOW_ANSWER = "sandbox:slow_answer";
    private static final Duration SLOW = Duration.ofSeconds(4);

    private final Attempts attempts;

    /** Remembers in this database what was attempted before. */
    public EventSandbox(Jdbi jdbi) {
        this.attempts = new Attempts(jdbi);
    }

    /** The inbox, which takes its time between the effects and the acknowledgement where an event asks for it. */
    public Inbox around(Inbox inbox) {
        return (event, handlers) -> {
            Receipt receipt = inbox.receive(event, handlers);
            Wish wish = new Wish(SLOW_ANSWER, event.source() + " " + event.id());
            if (note(event).equals(SLOW_ANSWER) && attempts.isFirst(wish)) {
                Pause.of(Trouble.SLOW_ANSWER);
            }
            return receipt;
        };
    }

    /** The handler, with the trouble that an event asks for. */
    public EventHandler around(EventHandler handler) {
        return new EventHandler() {
            @Override
            public String name() {
                return handler.name();
            }

            @Override
            public boolean handles(String type) {
                return handler.handles(type);
            }

            @Override
            public void prepare(Event event) {
                trouble(handler.name(), event);
                handler.prepare(event);
            }

            @Override
            public void handle(Handle transaction, Event event) {
                handler.handle(transaction, event);
            }
        };
    }

    private void trouble(String handler, Event event) {
        Matcher wish = WISH.matcher(note(event));
        if (!wish.matches() || !wish.group(1).equals(handler)) {
            return;
        }
        String operation = String.join(" ", event.source(), event.id(), handler);
        if (wish.group(3) == null) {
            if (attempts.isFirst(new Wish(wish.group(2), operation))) {
                Pause.of(SLOW);
            }
        } else if (fails(Integer.parseInt(wish.group(3)), operation)) {
            throw new IllegalStateException("asked to fail");
        }
    }

    private static String note(Event event) {
        return event.data().object().path("note").asText("");
    }

    /** Each attempt takes one of the failures, until there is none left. */
    private boolean fails(int times, String operation) {
        return IntStream.rangeClosed(1, times).anyMatch(time -> attempts.isFirst(new Wish("fails " + time, operation)));
    }
}
