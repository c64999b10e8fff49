package dev.samekey.steps.world;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.http.Exchange;
import dev.samekey.steps.target.Secrets;
import java.util.ArrayList;
import java.util.List;

/** The evidence of one scenario, in the order in which it was seen, with the secrets out. */
public final class Journal {
    private final Secrets secrets;
    private final List<Evidence> entries = new ArrayList<>();

    public Journal(Secrets secrets) {
        this.secrets = secrets;
    }

    public synchronized void add(Evidence seen) {
        entries.add(
                new Evidence(seen.kind(), secrets.redact(seen.title()), seen.mediaType(), secrets.redact(seen.text())));
    }

    /** Notes what an oracle saw, and gives its value. */
    public <T> T note(Seen<T> seen) {
        add(seen.evidence());
        return seen.value();
    }

    public void note(String title, Exchange exchange) {
        String came =
                exchange.reply().map(answer -> String.valueOf(answer.status())).orElse("no answer");
        String line = title + ": " + exchange.request().method() + " "
                + exchange.request().path() + " → " + came;
        add(Evidence.text("exchange", line, exchange.transcript()));
    }

    public synchronized List<Evidence> entries() {
        return List.copyOf(entries);
    }
}
