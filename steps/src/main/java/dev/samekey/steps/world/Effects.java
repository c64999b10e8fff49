package dev.samekey.steps.world;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.http.Header;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Counts what a call did, by what only that call made, so that other traffic does not disturb the count. */
public final class Effects {
    private final Capabilities capabilities;
    private final Calls calls;
    private final Journal journal;
    private final Checks checks;

    public Effects(Capabilities capabilities, Calls calls, Journal journal, Checks checks) {
        this.capabilities = capabilities;
        this.calls = calls;
        this.journal = journal;
        this.checks = checks;
    }

    /**
     * Checks that every oracle of the call's operation counts so many.
     *
     * @param principals who may see the effects; a listing shows each only its own
     */
    public void check(Call call, Collection<String> principals, long expected) {
        count(call, principals)
                .forEach((oracle, count) -> checks.equal(
                        "there is " + expected + " effect of the " + call.name(),
                        expected,
                        count,
                        new Fact("counted by", oracle),
                        new Fact("unique", call.unique())));
    }

    /** What each oracle counts now, by its name. */
    public Map<String, Long> count(Call call, Collection<String> principals) {
        Operation.Effects effects = call.operation().effects();
        if (effects == null || (effects.list() == null && effects.sql().isEmpty())) {
            throw Judgement.notChecked("effects: the target file names no way to count those of " + call.name());
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (String query : effects.sql()) {
            counts.put(query, ask(() -> rows(query, call)));
        }
        Operation.Listing list = effects.list();
        if (list != null) {
            long items = principals.stream()
                    .mapToLong(principal -> ask(() -> items(list, call, principal)))
                    .sum();
            counts.put("GET " + list.path(), items);
        }
        return counts;
    }

    /** What the ledger has booked for the call; nothing where the target file does not say how to ask. */
    public OptionalLong booked(Call call) {
        Operation.Effects effects = call.operation().effects();
        String query = effects == null ? null : effects.ledger();
        return query == null ? OptionalLong.empty() : OptionalLong.of(ask(() -> rows(query, call)));
    }

    private Seen<Long> rows(String query, Call call) {
        DatabaseOracle oracle = capabilities.database();
        Map<String, String> parameters = Map.of("unique", call.unique(), "key", String.valueOf(call.key()));
        return oracle.count(query, parameters);
    }

    private Seen<Long> items(Operation.Listing list, Call call, String principal) {
        String path = new Template(Map.of("unique", TextNode.valueOf(call.unique()))).fill(list.path());
        Map<String, String> headers =
                calls.credentials(principal).stream().collect(Collectors.toMap(Header::name, Header::value));
        return capabilities.listing().count(URI.create(calls.replica() + path), headers, list.count());
    }

    private long ask(Supplier<Seen<Long>> oracle) {
        return journal.note(Capabilities.ask(oracle));
    }
}
