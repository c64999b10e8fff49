package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.database.Query;
import dev.samekey.oracles.database.RecordTable;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the types alone do not say of the ways to look at the target's insides, and to move them. */
record ControlCheck(YamlFile file, Target target) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

    void all() {
        clock();
        references(List.of("cleanup"), Set.of());
        restartReplica();
        store();
        records();
        references(List.of("store"), Set.of());
        target.operations().forEach(this::switches);
        races();
        limits();
        queries();
        target.operations().forEach(this::fits);
        target.operations().forEach(this::job);
    }

    private void clock() {
        if (target.clock() == null) {
            return;
        }
        List<String> path = List.of("clock", "advance");
        references(path, Set.of("ms"));
        if (!text(path).contains("${ms}")) {
            throw file.error(path, "says nowhere how far: write ${ms}");
        }
    }

    private void restartReplica() {
        Target.RestartReplica restart = target.restartReplica();
        if (restart == null) {
            return;
        }
        List<String> path = List.of("restart_replica");
        if (!restart.isUsable()) {
            throw file.error(
                    path,
                    "should name one way: {command: [docker, restart, api-2]} or {request: {method: POST, path: /_test/restart}}");
        }
        if (target.urls().size() < 2) {
            throw file.error(path, "restarts the last of several replicas, and «urls» names one");
        }
        references(path, Set.of());
    }

    private void store() {
        Target.Store store = target.store();
        if (store != null && !store.isUsable()) {
            throw file.error(
                    List.of("store"),
                    "should name a port and the store behind it, {listen: 15432, upstream: \"db:5432\"}, or the requests"
                            + " {cut: {method: POST, path: …}, restore: {method: POST, path: …}}");
        }
    }

    private void records() {
        Target.Database database = target.oracles().database();
        DeliveryCheck.inbox(file, database == null ? null : database.inbox());
        RecordTable records = database == null ? null : database.records();
        if (records != null) {
            List<String> path = List.of("oracles", "database", "records");
            mustBeIdentifier(path, "table", records.table());
            records.columns().forEach((member, column) -> mustBeIdentifier(path, member, column));
            records.scope().forEach(column -> mustBeIdentifier(path, "scope", column));
            records.states().keySet().forEach(state -> mustBeState(path, state));
        }
    }

    private void races() {
        if (!target.limits().races().isUsable()) {
            throw file.error(
                    List.of("limits", "races"), "wants shares between 0 and 1: {seen_in: 0.65, confidence: 0.95}");
        }
    }

    private void limits() {
        Target.Limits limits = target.limits();
        mustBePositive("answer", limits.answer());
        mustBePositive("at_once", limits.atOnce());
        mustBePositive("requests", limits.requests());
        mustBePositive("connections", limits.connections());
        mustBePositive("rate", limits.rate() == null ? 1 : limits.rate());
    }

    private void queries() {
        target.operations().forEach((name, operation) -> {
            for (String query : operation.queries()) {
                mustRead(List.of("operations", name, "effects"), query);
            }
            if (operation.effects() != null) {
                operation.effects().ledger().stream()
                        .map(Operation.Ledger::sql)
                        .filter(Objects::nonNull)
                        .forEach(query -> mustRead(List.of("operations", name, "effects", "ledger"), query));
            }
        });
        target.story().forEach((name, place) -> {
            if (place.sql() != null) {
                mustRead(List.of("story", name, "sql"), place.sql());
            }
        });
    }

    private void mustRead(List<String> path, String query) {
        Query.fault(query).ifPresent(fault -> {
            throw file.error(path, "«" + query + "» " + fault);
        });
    }

    private void mustBePositive(String member, Number limit) {
        if (limit.doubleValue() <= 0) {
            throw file.error(List.of("limits", member), "«" + limit + "» is no limit: it must be above 0");
        }
    }

    private void mustBeIdentifier(List<String> path, String member, String name) {
        if (!RecordTable.isIdentifier(name)) {
            throw file.error(
                    List.of(path.get(0), path.get(1), path.get(2), member),
                    "«" + name + "» is no name such as idempotency_records");
        }
    }

    private void mustBeState(List<String> path, String state) {
        if (!RecordTable.STATES.contains(state)) {
            throw file.error(
                    List.of(path.get(0), path.get(1), path.get(2), "states", state),
                    "is not known" + Nearest.hint(state, RecordTable.STATES));
        }
    }

    private void switches(String name, Operation operation) {
        operation.switches().forEach((word, request) -> {
            List<String> place = List.of("operations", name, "switches", word.toString());
            if (word == SandboxWord.INVALID) {
                throw file.error(place, "is about the values of the request itself: say it in «sandbox»");
            }
            if (operation.sandbox().containsKey(word)) {
                throw file.error(place, "stands in «sandbox» too: one of them is enough");
            }
            if ((request.start() == null) == request.headers().isEmpty()) {
                throw file.error(
                        place,
                        "should name one of two: «start», a request that is sent before, or «headers» of the request itself");
            }
            if (request.start() == null && request.stop() != null) {
                throw file.error(place, "has a «stop», and no «start»: headers end with their request");
            }
            if (!request.headers().isEmpty() && word == SandboxWord.FAILS_THREE_TIMES) {
                throw file.error(place, "cannot be said by a header: the target must count the attempts itself");
            }
            if (request.isForAll() && request.stop() == null && !word.isOnce()) {
                throw file.error(
                        place,
                        "holds for every request, since it names nothing of this one, such as ${unique} or ${key}: say how"
                                + " it ends, with «stop»");
            }
        });
        if (operation.takes() != null && operation.sandbox().containsKey(SandboxWord.SLOW)) {
            throw file.error(
                    List.of("operations", name, "takes"),
                    "says that it is always slow, and «sandbox.slow» that it is not");
        }
    }

    private void fits(String name, Operation operation) {
        Operation.Partial partial = operation.partial();
        Integer fits = partial == null ? null : partial.fits();
        if (fits != null && fits < 1) {
            throw file.error(
                    List.of("operations", name, "partial", "fits"), "«" + fits + "» is no number of operations");
        }
    }

    private void job(String name, Operation operation) {
        Operation.OwnKey key = operation.key();
        if (key != null && key.header() == null && key.member() == null) {
            throw file.error(
                    List.of("operations", name, "key"),
                    "should name a place: {header: Run-Id}, {member: /run_id} or both");
        }
        if (key == null && operation.role() == Role.JOB) {
            throw file.error(List.of("operations", name), "is a job, and says nowhere where its run id stands: key");
        }
        String work = operation.work() == null ? null : operation.work().operation();
        if (work != null && !target.operations().containsKey(work)) {
            throw file.error(
                    List.of("operations", name, "work", "operation"),
                    "the operation «" + work + "» is not known"
                            + Nearest.hint(work, target.operations().keySet()));
        }
    }

    private void references(List<String> path, Set<String> known) {
        Matcher reference = REFERENCE.matcher(text(path));
        while (reference.find()) {
            if (!known.contains(reference.group(1)) && !isToken(path, reference.group(1))) {
                throw file.error(path, reference.group() + " is not known" + Nearest.hint(reference.group(1), known));
            }
        }
    }

    /** A header may name a token, and nothing else may. */
    private boolean isToken(List<String> path, String name) {
        return target.tokens().containsKey(name)
                && !withoutHeaders(file.tree().at("/" + String.join("/", path)))
                        .toString()
                        .contains("${" + name + "}");
    }

    private static JsonNode withoutHeaders(JsonNode node) {
        JsonNode copy = node.deepCopy();
        copy.findParents("headers").forEach(parent -> ((ObjectNode) parent).remove("headers"));
        return copy;
    }

    private String text(List<String> path) {
        JsonNode node = file.tree().at("/" + String.join("/", path));
        return node.toString();
    }
}
