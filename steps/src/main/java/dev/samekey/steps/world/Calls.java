package dev.samekey.steps.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.http.Exchange;
import dev.samekey.steps.http.Header;
import dev.samekey.steps.http.Request;
import dev.samekey.steps.http.Wire;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.Role;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Makes calls from the target's operations, with all that must be there before them. */
public final class Calls {
    private final Target target;
    private final Contract contract;
    private final Wire wire;
    private final Journal journal;

    public Calls(Target target, Contract contract, Wire wire, Journal journal) {
        this.target = target;
        this.contract = contract;
        this.wire = wire;
        this.journal = journal;
    }

    /** A new call of the target's first principal. */
    public Call prepare(Operation operation) {
        return prepare(operation, firstPrincipal(), "u-" + UUID.randomUUID());
    }

    /** A new call with a key of its own; the operations that it comes after are sent and must succeed. */
    public Call prepare(Operation operation, String principal, String unique) {
        if (!target.allowsWrites()) {
            throw Judgement.notChecked("writes: the target file lacks «writes: allowed», so nothing unsafe was sent");
        }
        Map<String, JsonNode> values = new HashMap<>();
        before(operation, principal, values);
        values.put("unique", TextNode.valueOf(unique));
        String key = operation.role() == Role.EVENT ? null : newKey();
        Call call = new Call(operation, principal, unique, key, request(operation, principal, new Template(values)));
        return key == null ? call : withKey(call, key);
    }

    public String newKey() {
        return "k-" + UUID.randomUUID();
    }

    /** The same call under another key. */
    public Call withKey(Call call, String key) {
        Request request = call.request().with(contract.key().name(), key);
        return new Call(call.operation(), call.principal(), call.unique(), key, request);
    }

    /** Whether the answer is the success that the target file names for the operation. */
    public static boolean succeeded(Operation operation, Answer answer) {
        Integer success = operation.success();
        return success == null ? answer.isSuccessful() : answer.status() == success;
    }

    /** The id that a success gives to its result. */
    public static JsonNode id(Operation operation, Answer answer) {
        if (operation.id() == null) {
            throw Judgement.notChecked("id: the target file names no «id» for " + operation.name());
        }
        return answer.at(operation.id());
    }

    public String firstPrincipal() {
        return target.principals().keySet().iterator().next();
    }

    /** The headers that say who sends. */
    public List<Header> credentials(String principal) {
        List<Header> headers = new ArrayList<>();
        Target.Principal who = target.principals().get(principal);
        if (who != null) {
            who.headers().forEach((name, value) -> headers.add(new Header(name, value)));
        }
        return headers;
    }

    private void before(Operation operation, String principal, Map<String, JsonNode> values) {
        Operation needed =
                operation.after() == null ? null : target.operations().get(operation.after());
        if (needed == null) {
            return;
        }
        Call call = prepare(needed, principal, "u-" + UUID.randomUUID());
        Exchange exchange = wire.send(call.request(), replica());
        journal.note("the " + needed.name() + " that comes before", exchange);
        Answer answer = exchange.answer();
        if (answer == null || !succeeded(needed, answer)) {
            throw Judgement.inconclusive(
                    "the " + needed.name() + " that must come before a " + operation.name() + " did not succeed",
                    new Fact("came", describe(exchange)));
        }
        values.put(needed.name() + ".id", id(needed, answer));
    }

    /** The replica that is asked where no scenario asks for another. */
    public URI replica() {
        return target.urls().get(0);
    }

    static String describe(Exchange exchange) {
        return exchange.reply()
                .map(answer -> answer.status() + " " + answer.body())
                .orElse("no answer (" + exchange.failure() + ")");
    }

    private Request request(Operation operation, String principal, Template template) {
        Operation.Template form = operation.request();
        List<Header> headers = new ArrayList<>(credentials(principal));
        if (form.headers() != null) {
            form.headers().forEach((name, value) -> headers.add(new Header(name, template.fill(value))));
        }
        Request request = new Request(form.method(), template.fill(form.path()), headers, null);
        if (form.body() == null) {
            return request;
        }
        Request whole = request.withBody(template.fill(form.body()).toString());
        boolean typed = headers.stream().anyMatch(header -> header.name().equalsIgnoreCase("Content-Type"));
        return typed ? whole : whole.with("Content-Type", "application/json");
    }
}
