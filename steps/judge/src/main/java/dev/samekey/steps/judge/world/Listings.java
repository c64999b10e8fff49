package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.listing.Items;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the listings and ledgers of the API show of a call: all of it, or how much more than before the call. */
final class Listings {
    private final Capabilities capabilities;
    private final URI replica;
    private final Map<Before, Long> before = new HashMap<>();
    /** Which calls may have changed what is shown at a path. */
    private final Map<String, Set<String>> changing = new HashMap<>();

    Listings(Capabilities capabilities, URI replica) {
        this.capabilities = capabilities;
        this.replica = replica;
    }

    /** Those of the call's operation, by a name of each. */
    static Map<String, Operation.Listing> named(Call call) {
        Operation.Effects effects = call.operation().effects();
        Map<String, Operation.Listing> named = new LinkedHashMap<>();
        for (Operation.Listing list : effects == null ? List.<Operation.Listing>of() : effects.list()) {
            String name = "GET " + list.path();
            named.put(named.containsKey(name) ? name + " at " + list.count() : name, list);
        }
        return named;
    }

    /** What was shown to a caller before a call. */
    private record Before(Object form, String path, String unique, Caller caller) {}

    /** Looks at what is counted by a difference, before the call is sent. */
    void lookBefore(Call call, List<Header> credentials) {
        Operation.Effects effects = call.operation().effects();
        if (effects == null) {
            return;
        }
        effects.list().stream()
                .filter(Operation.Listing::difference)
                .forEach(list -> note(
                        list,
                        list.path(),
                        call,
                        Capabilities.ask(() -> shown(list, call, credentials))
                                .value()
                                .count()));
        effects.ledger().stream()
                .filter(Operation.Ledger::difference)
                .forEach(ledger -> note(
                        ledger,
                        ledger.path(),
                        call,
                        Capabilities.ask(() -> shown(ledger, call, credentials)).value()));
    }

    /**
     * Takes what is shown now as what the call and all others have done so far: the call its one effect, and whatever the
     * ledgers say. What comes from now on is a difference again, whoever changed the same before.
     */
    void settle(Call call, List<Header> credentials) {
        Operation.Effects effects = call.operation().effects();
        if (effects == null) {
            return;
        }
        effects.list().stream()
                .filter(Operation.Listing::difference)
                .forEach(list -> settle(
                        list,
                        list.path(),
                        call,
                        Capabilities.ask(() -> shown(list, call, credentials))
                                        .value()
                                        .count()
                                - 1));
        effects.ledger().stream()
                .filter(Operation.Ledger::difference)
                .forEach(ledger -> settle(
                        ledger,
                        ledger.path(),
                        call,
                        Capabilities.ask(() -> shown(ledger, call, credentials)).value()));
    }

    private synchronized void settle(Object form, String template, Call call, long seen) {
        String path = filled(template, call);
        before.put(new Before(form, path, call.unique(), call.caller()), seen);
        changing.put(path, new HashSet<>(Set.of(call.unique())));
    }

    private synchronized void note(Object form, String template, Call call, long seen) {
        String path = filled(template, call);
        before.putIfAbsent(new Before(form, path, call.unique(), call.caller()), seen);
        changing.computeIfAbsent(path, unused -> new HashSet<>()).add(call.unique());
    }

    /** A call that is not sent after all has changed nothing. */
    synchronized void forget(Call call) {
        changing.values().forEach(calls -> calls.remove(call.unique()));
    }

    /** What a listing shows of the call to a caller with these credentials. */
    Seen<Items> look(Operation.Listing list, Call call, Caller caller, List<Header> credentials) {
        Seen<Items> now = shown(list, call, credentials);
        if (!list.difference()) {
            return now;
        }
        Seen<Long> more = since(new Seen<>(now.value().count(), now.evidence()), list, list.path(), call, caller);
        return new Seen<>(new Items(more.value(), List.of()), more.evidence());
    }

    /** Under which path a listing is looked at for the call. */
    static String filled(String path, Call call) {
        return template(call).path(path);
    }

    /** Whether a ledger shows what this call has booked, and that alone. */
    synchronized boolean tells(Operation.Ledger ledger, Call call) {
        return ledger.sql() != null
                || (ledger.difference() && Set.of(call.unique()).equals(changing.get(filled(ledger.path(), call))));
    }

    /**
     * What a ledger shows of a call; or of several that have all changed it, and then by how much it has grown since before
     * the first of them.
     *
     * @throws Judgement not checked where still others have changed it
     */
    Seen<Long> booked(Operation.Ledger ledger, List<Call> together, List<Header> credentials) {
        Call first = together.get(0);
        Seen<Long> now = shown(ledger, first, credentials);
        if (!ledger.difference()) {
            return now;
        }
        Set<String> known = together.stream().map(Call::unique).collect(Collectors.toSet());
        synchronized (this) {
            Set<String> all = changing.getOrDefault(filled(ledger.path(), first), known);
            if (!known.containsAll(all)) {
                throw notTold(ledger.path(), all.size());
            }
        }
        return grown(now, ledger, ledger.path(), first, first.caller());
    }

    private synchronized Seen<Long> since(Seen<Long> now, Object form, String template, Call call, Caller caller) {
        int all = changing.getOrDefault(filled(template, call), Set.of()).size();
        if (all > 1) {
            throw notTold(template, all);
        }
        return grown(now, form, template, call, caller);
    }

    private static Judgement notTold(String template, int operations) {
        return Judgement.notChecked("effects: the difference at «" + template + "» is that of " + operations
                + " operations, and does not say which of them had an effect");
    }

    private synchronized Seen<Long> grown(Seen<Long> now, Object form, String template, Call call, Caller caller) {
        Long earlier = before.get(new Before(form, filled(template, call), call.unique(), caller));
        if (earlier == null) {
            throw Judgement.notChecked("effects: nothing was counted for " + caller.principal()
                    + " before the request, so there is no difference");
        }
        Evidence shown = now.evidence();
        return new Seen<>(
                now.value() - earlier,
                new Evidence(
                        shown.kind(), shown.title() + " (" + earlier + " before)", shown.mediaType(), shown.text()));
    }

    private Seen<Items> shown(Operation.Listing list, Call call, List<Header> credentials) {
        Map<String, String> where = list.where().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        member -> template(call).fill(member.getValue()).asText()));
        return capabilities
                .listing()
                .items(uri(list.path(), call), headers(credentials), list.count(), where, list.next());
    }

    private Seen<Long> shown(Operation.Ledger ledger, Call call, List<Header> credentials) {
        return capabilities.listing().number(uri(ledger.path(), call), headers(credentials), ledger.at());
    }

    private URI uri(String path, Call call) {
        return URI.create(replica + filled(path, call));
    }

    private static Template template(Call call) {
        Map<String, JsonNode> values = new HashMap<>(call.values());
        values.put("unique", TextNode.valueOf(call.unique()));
        return new Template(values);
    }

    private static Map<String, String> headers(List<Header> credentials) {
        return credentials.stream().collect(Collectors.toMap(Header::name, Header::value));
    }
}
