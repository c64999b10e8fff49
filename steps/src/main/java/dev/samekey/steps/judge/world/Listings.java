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

    private synchronized void note(Object form, String template, Call call, long seen) {
        String path = filled(template, call);
        before.putIfAbsent(new Before(form, path, call.unique(), call.caller()), seen);
        changing.computeIfAbsent(path, unused -> new HashSet<>()).add(call.unique());
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

    /** What a ledger shows of the call. */
    Seen<Long> booked(Operation.Ledger ledger, Call call, List<Header> credentials) {
        Seen<Long> now = shown(ledger, call, credentials);
        return ledger.difference() ? since(now, ledger, ledger.path(), call, call.caller()) : now;
    }

    private synchronized Seen<Long> since(Seen<Long> now, Object form, String template, Call call, Caller caller) {
        String path = filled(template, call);
        Long earlier = before.get(new Before(form, path, call.unique(), caller));
        if (earlier == null) {
            throw Judgement.notChecked("effects: nothing was counted for " + caller.principal()
                    + " before the request, so there is no difference");
        }
        int others = changing.getOrDefault(path, Set.of()).size() - 1;
        if (others > 0) {
            throw Judgement.notChecked("effects: the difference at «" + template + "» is that of " + (others + 1)
                    + " operations, and does not say which of them had an effect");
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
