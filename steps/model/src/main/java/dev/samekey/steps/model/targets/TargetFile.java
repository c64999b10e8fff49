package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.listing.Paging;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A target file that was read, checked and found usable.
 *
 * @param contracts what the target promises, and what some of its operations promise in place of it
 * @param network how the target is reached
 * @param folder where the file is; relative paths in it start there
 * @param choice the arguments that choose it on a command line, such as {@code --target my-api.yaml}
 */
public record TargetFile(
        Target target, Contracts contracts, Secrets secrets, Network network, Path folder, List<String> choice) {
    private static final String OPTION = "--target";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]*");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}");

    /** What a file may do without, apart from operations. */
    private static final List<String> MAY_LACK = List.of(
            "database",
            "records",
            "inbox",
            "log",
            "metrics",
            "traces",
            "lookup",
            "restart",
            "clock",
            "cleanup",
            "restart_replica",
            "store",
            "principals",
            "tenants",
            "intent");

    /**
     * Reads a target file.
     *
     * @param environment what {@code ${env:NAME}} stands for
     * @throws BadFile with file, line and member, when it cannot be used
     */
    public static TargetFile read(Path path, Map<String, String> environment) {
        return read(path, Overrides.NONE, environment);
    }

    /** The same with what a command line says in place of it. */
    public static TargetFile read(Path path, Overrides overrides, Map<String, String> environment) {
        return of(overrides.in(YamlFile.read(path)), path.toAbsolutePath().resolveSibling(""), environment)
                .chosenBy(List.of(OPTION, String.valueOf(path.getFileName())));
    }

    /** The same where nothing will be sent: a variable that is not set stands for something that could be in its place. */
    public static TargetFile unsent(Path path, Overrides overrides, Map<String, String> environment) {
        YamlFile file = overrides.in(YamlFile.read(path));
        Map<String, String> all = new HashMap<>(StandIns.in(file.tree()));
        all.putAll(environment);
        return of(file, path.toAbsolutePath().resolveSibling(""), all);
    }

    /** The variables that the file needs with these, and that are not set. */
    public static List<String> unset(Path path, Overrides overrides, Map<String, String> environment) {
        return withoutProfiles(overrides.in(YamlFile.read(path))).unset(environment);
    }

    /** The same for a file that was read already. */
    public static TargetFile of(YamlFile raw, Path folder, Map<String, String> environment) {
        Secrets secrets = secrets(raw, environment);
        try {
            return of(filled(raw, environment), folder, environment, secrets);
        } catch (BadFile wrong) {
            // The message about a wrong value may contain the value.
            throw wrong.saying(secrets::redact);
        }
    }

    /** What a profile says is for another environment, whose variables need not be set here. */
    private static YamlFile filled(YamlFile raw, Map<String, String> environment) {
        YamlFile filled = withoutProfiles(raw).withEnvironment(environment);
        JsonNode profiles = raw.tree().path(Overrides.PROFILES);
        return profiles.isMissingNode()
                ? filled
                : filled.with(filled.tree().<ObjectNode>deepCopy().set(Overrides.PROFILES, profiles));
    }

    private static YamlFile withoutProfiles(YamlFile raw) {
        return raw.with(raw.tree().<ObjectNode>deepCopy().without(Overrides.PROFILES));
    }

    private static TargetFile of(YamlFile written, Path folder, Map<String, String> environment, Secrets secrets) {
        filledIn(written);
        YamlFile file = BodyFiles.read(BaseUrls.plain(written), folder);
        Target target = file.as(Target.class);
        new Check(file, target).all();
        Network network = new NetworkCheck(file, target, folder, environment).network();
        Contracts contracts = contracts(file, target, folder, environment);
        target.operations().forEach((name, operation) -> keyed(file, name, operation, contracts.of(operation)));
        return new TargetFile(target, contracts, secrets, network, folder, List.of(OPTION, "FILE"));
    }

    /** What holds for all operations without a contract of their own. */
    public Contract contract() {
        return contracts.common();
    }

    /** A key in the body is a member of JSON or of a form. */
    private static void keyed(YamlFile file, String name, Operation operation, Contract contract) {
        Operation.OwnKey own = operation.key();
        boolean inBody = own == null
                ? operation.role().isKeyed() && contract.key().in() != Key.Place.HEADER
                : own.member() != null;
        Operation.Template request = operation.request();
        if (inBody && request.body() != null && !request.kind().isTree()) {
            throw file.error(
                    List.of("operations", name, "request"),
                    "has a body of «" + request.mediaType()
                            + "», and the key is in the body: only JSON and a form can have it");
        }
    }

    /** The same with another target. */
    public TargetFile withTarget(Target other) {
        return new TargetFile(other, contracts, secrets, network, folder, choice);
    }

    /** The same that other arguments choose. */
    public TargetFile chosenBy(List<String> arguments) {
        return new TargetFile(target, contracts, secrets, network, folder, arguments);
    }

    /** A member that stands there without a value would be read as none. */
    private static void filledIn(YamlFile file) {
        for (String member : List.of(
                "name",
                "urls",
                "contract",
                "principals",
                "tenants",
                "operations",
                "counterparts",
                "story",
                "gate",
                "client",
                "conditions",
                "profiles")) {
            JsonNode node = file.tree().path(member);
            if (node.isNull()) {
                throw file.error(List.of(member), "has no value");
            }
            node.properties().forEach(inner -> {
                // In a contract, null takes away what the dialect says.
                if (inner.getValue().isNull() && !member.equals("contract")) {
                    throw file.error(List.of(member, inner.getKey()), "has no value");
                }
            });
        }
    }

    private static Contracts contracts(YamlFile file, Target target, Path folder, Map<String, String> environment) {
        YamlFile whole = whole(file, target, folder, environment);
        Contract common = whole.as(Contract.class);
        Map<String, Contract> own = new LinkedHashMap<>();
        target.operations().forEach((name, operation) -> {
            if (operation.contract() != null) {
                YamlFile differences = file.at("operations").at(name).at("contract");
                own.put(name, Dialects.differing(whole.tree(), differences));
            }
        });
        return new Contracts(common, own);
    }

    private static YamlFile whole(YamlFile file, Target target, Path folder, Map<String, String> environment) {
        if (target.contract().isObject()) {
            return Dialects.whole(file.at("contract"), target.name());
        }
        String name = target.contract().asText();
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            Path own = folder.resolve(name);
            if (!Files.exists(own)) {
                throw file.error(List.of("contract"), "there is no file " + own);
            }
            return Dialects.whole(YamlFile.read(own).withEnvironment(environment), target.name());
        }
        if (!Dialects.SHIPPED.contains(name)) {
            throw file.error(List.of("contract"), Dialects.notKnown(name) + "; a file of your own ends in .yaml");
        }
        return file.with(Dialects.members(name));
    }

    /** What no report may show of it: the variables that say who somebody is, and the secrets that stand in the file itself. */
    public static Secrets secrets(YamlFile raw, Map<String, String> environment) {
        FileSecrets written = new FileSecrets(raw);
        Map<String, String> names = new HashMap<>(written.names());
        names.putAll(FileSecrets.variables(raw, environment));
        return new Secrets(names, written.literals());
    }

    /** What the types alone do not say. */
    private record Check(YamlFile file, Target target) {
        void all() {
            ClientUnderTest client = target.client();
            if (client != null) {
                new ClientCheck(file, client).all();
            }
            if (client == null || !target.operations().isEmpty()) {
                urls();
            }
            if (client == null && target.operations().isEmpty()) {
                throw file.error(List.of("operations"), "names no operation, so there is nothing to judge");
            }
            target.operations().forEach(this::operation);
            target.notOffered().keySet().forEach(this::words);
            new PathCheck(file).all();
            new ControlCheck(file, target).all();
            new CounterpartCheck(file, target).all();
            new StoryCheck(file, target).all();
            new WatchingCheck(file, target).all();
            new PrincipalCheck(file, target).all();
            new ConditionCheck(file, target).all();
        }

        private void urls() {
            if (target.urls().isEmpty()) {
                throw file.error(
                        List.of("urls"),
                        "names no URL"
                                + (target.profiles().isEmpty()
                                        ? ""
                                        : ": write one, or choose a profile: "
                                                + String.join(
                                                        ", ", target.profiles().keySet())));
            }
            for (int i = 0; i < target.urls().size(); i++) {
                URI url = target.urls().get(i);
                if (url.getUserInfo() != null) {
                    throw file.error(
                            List.of("urls", String.valueOf(i)),
                            "has a user or a password in it: write them as a header of «principals»");
                }
            }
        }

        private void words(String words) {
            List<String> known = Stream.of(Role.values())
                    .map(role -> role.name().toLowerCase(Locale.ROOT))
                    .flatMap(role -> Stream.of(role, "partial " + role))
                    .collect(Collectors.toCollection(ArrayList::new));
            Stream.of(Target.CounterpartRole.values())
                    .map(role -> role.name().toLowerCase(Locale.ROOT))
                    .forEach(known::add);
            known.addAll(MAY_LACK);
            Stream.of(SandboxWord.values()).forEach(word -> known.add("sandbox." + word));
            if (!known.contains(words)) {
                throw file.error(
                        List.of("not_offered", words), "«" + words + "» is not known" + Nearest.hint(words, known));
            }
        }

        private void operation(String name, Operation operation) {
            List<String> path = List.of("operations", name);
            if (!NAME.matcher(name).matches()) {
                throw file.error(path, "an operation's name is a word such as «refund»");
            }
            Set<String> before = before(name, operation);
            String member = operation.request().bodyFile() == null ? "body" : BodyKind.BODY_FILE;
            body(longer(longer(path, "request"), member), operation.request());
            pointers(name, operation);
            references(path, file.tree().at("/operations/" + name), operation, before);
            new DeliveryCheck(file, name, operation).all();
        }

        /** A body that cannot be sent as what its type says is refused here, and not changed into something else. */
        private void body(List<String> path, Operation.Template request) {
            JsonNode body = request.body();
            String type = request.mediaType();
            String lower = type.toLowerCase(Locale.ROOT);
            if (body == null) {
                return;
            }
            BodyKind kind = request.kind();
            if (kind == BodyKind.PARTS) {
                if (lower.contains("boundary")) {
                    throw file.error(
                            path, "has a boundary in its Content-Type, which Samekey writes: leave it out there");
                }
                return;
            }
            if (kind == BodyKind.BYTES) {
                return;
            }
            if (lower.startsWith("multipart/")) {
                throw file.error(
                        path, "a body of «" + type + "» cannot be described here: only multipart/form-data can");
            }
            if (lower.startsWith("application/octet-stream")) {
                throw file.error(
                        path, "bytes are no text of a target file: write «body_file: data.bin» in place of it");
            }
            if (lower.contains("charset=") && !lower.matches(".*charset=\"?utf-8.*")) {
                throw file.error(path, "a body is sent in UTF-8, and the header says «" + type + "»");
            }
            if ((kind == BodyKind.TEXT || kind == BodyKind.XML) && !body.isTextual()) {
                throw file.error(path, "should be one text, for a body of «" + type + "» is sent as it is written");
            }
            if (kind == BodyKind.XML) {
                new XmlText(body.textValue()).fault().ifPresent(fault -> {
                    throw file.error(path, fault);
                });
            }
            if (lower.startsWith("application/x-www-form-urlencoded") && !body.isObject()) {
                throw file.error(path, "should be a mapping of the fields of the form");
            }
        }

        /** All that come before the operation; an unknown one or a circle is an error. */
        private Set<String> before(String name, Operation operation) {
            Set<String> before = new HashSet<>();
            Operation current = operation;
            while (current.after() != null) {
                String after = current.after();
                Operation next = target.operations().get(after);
                if (next == null) {
                    throw file.error(
                            List.of("operations", name, "after"),
                            "the operation «" + after + "» is not known"
                                    + Nearest.hint(after, target.operations().keySet()));
                }
                if (after.equals(name) || !before.add(after)) {
                    throw file.error(List.of("operations", name, "after"), "goes round in a circle");
                }
                current = next;
            }
            return before;
        }

        private void references(List<String> path, JsonNode node, Operation operation, Set<String> before) {
            Matcher reference = REFERENCE.matcher(node.isTextual() ? node.textValue() : "");
            while (reference.find()) {
                String name = reference.group(1);
                Set<String> known = known(path, operation, before);
                if (!known.contains(name)) {
                    throw file.error(path, "${" + name + "} has no value here" + Nearest.hint(name, known));
                }
            }
            if (node.isArray()) {
                for (int i = 0; i < node.size(); i++) {
                    references(longer(path, String.valueOf(i)), node.get(i), operation, before);
                }
            }
            node.properties()
                    .forEach(member -> references(longer(path, member.getKey()), member.getValue(), operation, before));
        }

        /** The names that have a value where this member of the operation is used. */
        private Set<String> known(List<String> path, Operation operation, Set<String> before) {
            Set<String> known = new HashSet<>(Set.of("unique"));
            List<String> member = path.subList(2, path.size());
            // The effects are counted also where no answer arrived, so its own result is not known there.
            Set<String> answered = new HashSet<>(before);
            if (member.get(0).equals("switches")) {
                known.add("key");
            }
            if (member.contains("redrive")) {
                known.add("letter.id");
            } else if (operation.id() != null
                    && List.of("read", "cleanup", "delivery").contains(member.get(0))) {
                // These are used after the answer.
                answered.add(path.get(1));
            }
            for (String name : answered) {
                known.add(name + ".etag");
                Operation earlier = target.operations().get(name);
                if (earlier != null && earlier.id() != null) {
                    known.add(name + ".id");
                }
            }
            return known;
        }

        private void pointers(String name, Operation operation) {
            List<String> path = List.of("operations", name);
            mustBePointer(longer(path, "id"), operation.id());
            mustBePointer(longer(path, "refused_by"), operation.refusedBy());
            if (!operation.payload().matches()
                    && (operation.request().body() == null
                            || !operation
                                    .request()
                                    .body()
                                    .at(operation.payload())
                                    .isObject())) {
                throw file.error(longer(path, "payload"), "points to no mapping in the request's body");
            }
            poll(longer(path, "poll"), operation);
            if (operation.cleanup() != null && operation.id() == null) {
                throw file.error(longer(path, "cleanup"), "needs «id»: what is to be cleaned up is known by it");
            }
            if (operation.effects() != null) {
                effects(longer(path, "effects"), operation.effects());
            }
            operation
                    .intentInBody()
                    .keySet()
                    .forEach(place -> mustBeThere(longer(longer(path, "intent"), place), operation, place));
            operation
                    .intentOutside()
                    .forEach((place, other) -> OutsideBody.of(operation.request(), place)
                            .flatMap(part -> part.fault(operation.request(), other))
                            .ifPresent(wrong -> {
                                throw file.error(longer(longer(path, "intent"), place), wrong);
                            }));
            operation
                    .sandbox()
                    .forEach((word, members) -> members.keySet()
                            .forEach(place -> sandbox(
                                    longer(longer(longer(path, "sandbox"), word.toString()), place),
                                    operation,
                                    place)));
            Operation.Partial partial = operation.partial();
            String amount = partial == null ? null : partial.amount();
            if (amount != null) {
                mustBeThere(longer(longer(path, "partial"), "amount"), operation, amount);
            }
        }

        private void mustBeThere(List<String> path, Operation operation, String place) {
            JsonNode body = operation.request().body();
            Optional<String> fault = body == null
                    ? Optional.of("points to nothing in the request's body")
                    : operation.request().kind().fault(body, place);
            fault.ifPresent(wrong -> {
                throw file.error(path, wrong);
            });
        }

        /** A tree gets a member that it has not, and a form of parts another part. */
        private void sandbox(List<String> path, Operation operation, String place) {
            BodyKind kind = operation.request().kind();
            if (kind.isTree()) {
                mustBePointer(path, place);
            } else if (kind != BodyKind.PARTS) {
                mustBeThere(path, operation, place);
            }
        }

        private void poll(List<String> path, Operation operation) {
            Operation.Poll poll = operation.poll();
            if (poll == null) {
                return;
            }
            if (!poll.at().startsWith("/") && !poll.at().matches("[\\w-]+")) {
                throw file.error(
                        longer(path, "at"),
                        "should be a header such as Location, or a JSON pointer such as /status_url");
            }
            if (poll.until().isEmpty()
                    && file.tree().at("/" + String.join("/", path)).has("until")) {
                throw file.error(
                        longer(path, "until"),
                        "says nowhere how an end is known: write {/status: succeeded}, or leave it out where the end is 303"
                                + " See Other");
            }
            if (poll.within().isZero()) {
                throw file.error(longer(path, "within"), "must be above 0");
            }
            if (operation.delivery() != null) {
                throw file.error(path, "is not for an event: its effects are counted within «effects.within»");
            }
            Map.of("until", poll.until(), "failed", poll.failed())
                    .forEach((member, values) -> values.keySet()
                            .forEach(pointer -> mustBePointer(longer(longer(path, member), pointer), pointer)));
        }

        private void effects(List<String> path, Operation.Effects effects) {
            for (int i = 0; i < effects.list().size(); i++) {
                Operation.Listing list = effects.list().get(i);
                List<String> place = one(longer(path, "list"), i);
                mustBePointer(longer(place, "count"), list.count());
                list.where()
                        .keySet()
                        .forEach(pointer -> mustBePointer(longer(longer(place, "where"), pointer), pointer));
                paging(longer(place, "next"), list.next());
            }
            for (int i = 0; i < effects.ledger().size(); i++) {
                mustBePointer(
                        longer(one(longer(path, "ledger"), i), "at"),
                        effects.ledger().get(i).at());
            }
        }

        /** The place of one of several; a single one may stand there by itself. */
        private List<String> one(List<String> path, int index) {
            boolean isOne = !file.tree().at("/" + String.join("/", path)).isArray();
            return isOne ? path : longer(path, String.valueOf(index));
        }

        private void paging(List<String> path, @Nullable Paging next) {
            if (next == null) {
                return;
            }
            mustBePointer(longer(path, "link"), next.link());
            mustBePointer(longer(path, "cursor"), next.cursor());
            if (!next.saysOneWay()) {
                throw file.error(
                        path,
                        "should be one of {link: /next}, {cursor: /next, parameter: after} and {parameter: page}");
            }
        }

        /** Without a leading slash it would not be a pointer (RFC 6901, section 3). */
        private void mustBePointer(List<String> path, @Nullable String pointer) {
            if (pointer != null && !pointer.isEmpty() && !pointer.startsWith("/")) {
                throw file.error(path, "«" + pointer + "» is no JSON pointer such as /" + pointer);
            }
        }

        private static List<String> longer(List<String> path, String last) {
            List<String> longer = new ArrayList<>(path);
            longer.add(last);
            return longer;
        }
    }
}
