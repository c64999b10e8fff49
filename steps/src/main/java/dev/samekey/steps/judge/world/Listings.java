package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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

    /** What was shown to a principal before a call. */
    private record Before(Object form, String unique, String principal) {}

    /** Looks at what is counted by a difference, before the call is sent. */
    void lookBefore(Call call, List<Header> credentials) {
        Operation.Effects effects = call.operation().effects();
        if (effects == null) {
            return;
        }
        effects.list().stream()
                .filter(Operation.Listing::difference)
                .forEach(list -> note(list, list.path(), call, () -> shown(list, call, credentials)));
        effects.ledger().stream()
                .filter(Operation.Ledger::difference)
                .forEach(ledger -> note(ledger, ledger.path(), call, () -> shown(ledger, call, credentials)));
    }

    private synchronized void note(Object form, String path, Call call, Supplier<Seen<Long>> look) {
        Before place = new Before(form, call.unique(), call.principal());
        before.put(place, Capabilities.ask(look).value());
        changing.computeIfAbsent(filled(path, call), unused -> new HashSet<>()).add(call.unique());
    }

    /** How many items a listing shows of the call to the principal with these credentials. */
    Seen<Long> count(Operation.Listing list, Call call, String principal, List<Header> credentials) {
        Seen<Long> now = shown(list, call, credentials);
        return list.difference() ? since(now, list, list.path(), call, principal) : now;
    }

    /** What a ledger shows of the call. */
    Seen<Long> booked(Operation.Ledger ledger, Call call, List<Header> credentials) {
        Seen<Long> now = shown(ledger, call, credentials);
        return ledger.difference() ? since(now, ledger, ledger.path(), call, call.principal()) : now;
    }

    private synchronized Seen<Long> since(Seen<Long> now, Object form, String path, Call call, String principal) {
        Long earlier = before.get(new Before(form, call.unique(), principal));
        if (earlier == null) {
            throw Judgement.notChecked(
                    "effects: nothing was counted for " + principal + " before the request, so there is no difference");
        }
        int others = changing.getOrDefault(filled(path, call), Set.of()).size() - 1;
        if (others > 0) {
            throw Judgement.notChecked("effects: the difference at «" + path + "» is that of " + (others + 1)
                    + " operations, and does not say which of them had an effect");
        }
        Evidence shown = now.evidence();
        return new Seen<>(
                now.value() - earlier,
                new Evidence(
                        shown.kind(), shown.title() + " (" + earlier + " before)", shown.mediaType(), shown.text()));
    }

    private Seen<Long> shown(Operation.Listing list, Call call, List<Header> credentials) {
        Map<String, String> where = list.where().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        member -> template(call).fill(member.getValue()).asText()));
        return capabilities
                .listing()
                .count(uri(list.path(), call), headers(credentials), list.count(), where, list.next());
    }

    private Seen<Long> shown(Operation.Ledger ledger, Call call, List<Header> credentials) {
        return capabilities.listing().number(uri(ledger.path(), call), headers(credentials), ledger.at());
    }

    private URI uri(String path, Call call) {
        return URI.create(replica + filled(path, call));
    }

    private static String filled(String path, Call call) {
        return template(call).path(path);
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
