package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.openapi.Refusals;
import dev.samekey.steps.model.openapi.SpokenDurations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a document says of keys, as the contract of a target file. It says no more than the document does. */
final class KeySection {
    private final List<Contract> shipped =
            Dialects.SHIPPED.stream().map(Dialects::shipped).toList();
    private final Document document;
    private final List<Described> keyed;
    private final Set<String> titles;
    private final Map<String, Own> own = new LinkedHashMap<>();
    private final Optional<Place> place;

    /** Where the key travels: the name is as the document writes it. */
    private record Place(Key.Place in, String name, JsonNode parameter) {}

    KeySection(Document document) {
        this.document = document;
        Map<String, List<Described>> users = new LinkedHashMap<>();
        Map<String, Place> places = new LinkedHashMap<>();
        document.unsafe()
                .forEach(one -> places(one).forEach(found -> {
                    String id = found.in() + " " + found.name().toLowerCase(Locale.ROOT);
                    places.putIfAbsent(id, found);
                    users.computeIfAbsent(id, unused -> new ArrayList<>()).add(one);
                }));
        Optional<String> most = users.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .map(Map.Entry::getKey);
        this.place = most.map(places::get);
        this.keyed = most.map(users::get).orElse(List.of());
        this.titles = keyed.stream().map(Described::title).collect(Collectors.toSet());
        users.forEach((id, some) -> {
            Place elsewhere = Objects.requireNonNull(places.get(id));
            some.stream()
                    .filter(one -> !titles.contains(one.title()) && speaksOf(elsewhere.name(), elsewhere.parameter()))
                    .forEach(one -> own.putIfAbsent(
                            one.title(),
                            elsewhere.in() == Key.Place.HEADER
                                    ? new Own(true, elsewhere.name())
                                    : new Own(false, "/" + elsewhere.name())));
        });
    }

    /** Whether the document declares a key anywhere. */
    boolean isDeclared() {
        return place.isPresent();
    }

    boolean isDeclaredFor(Described described) {
        return titles.contains(described.title()) || own.containsKey(described.title());
    }

    /**
     * A place of its own, where an operation has its key elsewhere than the others.
     *
     * @param member as a JSON pointer where it is one of the body; the name of a header otherwise
     */
    record Own(boolean isHeader, String member) {
        String name() {
            return isHeader ? member : member.substring(1);
        }
    }

    /** Where an operation has another key than the contract says; nothing where it has that one or none. */
    Optional<Own> own(Described described) {
        return Optional.ofNullable(own.get(described.title()));
    }

    /** The header that carries the key, in lower case; nothing where it travels elsewhere. */
    String header() {
        return place.filter(one -> one.in() == Key.Place.HEADER)
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /** The members of a body that carry the key. */
    Set<String> members() {
        return place.filter(one -> one.in() != Key.Place.HEADER)
                .map(one -> Set.of(one.name()))
                .orElse(Set.of());
    }

    /** The contract of who only gets events, which have ids of their own. */
    static void ofConsumer(Page page, String name) {
        page.open(0, "contract", "what the consumer promises; docs/dialects.md says what stands here")
                .member(2, "name", name, "")
                .member(2, "key", key(Key.Place.HEADER, "Idempotency-Key"), "not used for events");
    }

    void write(Page page, String name) {
        if (place.isEmpty()) {
            page.open(
                            0,
                            "contract",
                            "guess: the document declares no key; see docs/dialects.md for what else stands here")
                    .member(2, "name", name, "")
                    .member(2, "key", key(Key.Place.HEADER, "Idempotency-Key"), "");
            return;
        }
        Place found = place.get();
        page.open(0, "contract", "what the document says, and no more: what is left out is not judged")
                .member(2, "name", name, "")
                .member(2, "key", key(found), "")
                .member(2, "methods", methods(), "the methods of the operations that declare it");
        lifetime(found)
                .ifPresent(text ->
                        page.member(2, "lifetime", object("default", text), "guess: where the key is described"));
        Map<Reason, JsonNode> refusals = refusals();
        if (refusals.containsKey(Reason.PAYLOAD_MISMATCH)) {
            page.member(2, "mismatch", "refuse", "");
        }
        if (refusals.containsKey(Reason.IN_PROGRESS)) {
            page.member(2, "in_progress", "refuse", "");
        }
        if (!refusals.isEmpty()) {
            ObjectNode all = JsonNodeFactory.instance.objectNode();
            refusals.forEach((reason, refusal) -> all.set(reason.name().toLowerCase(Locale.ROOT), refusal));
            codePointer()
                    .ifPresent(pointer ->
                            page.member(2, "errors", object("code", pointer), "guess: by the examples of the answers"));
            page.member(2, "refusals", all, "guess: by how the answers are described, and their examples");
        }
        page.comment(2, "replay: {mode: stored}   # what a repeated request gets; without it replays are not judged")
                .comment(0, nearest(found, refusals));
    }

    private static JsonNode key(Key.Place in, String name) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("in", in.name().toLowerCase(Locale.ROOT))
                .put("name", name);
    }

    private JsonNode key(Place found) {
        ObjectNode key = (ObjectNode) key(found.in(), found.name());
        boolean everywhere = keyed.stream()
                .allMatch(one -> one.parameter("header", found.name())
                        .map(parameter -> parameter.path("required").asBoolean())
                        .orElse(false));
        if (found.in() == Key.Place.HEADER) {
            key.put("required", everywhere);
        }
        JsonNode schema = found.in() == Key.Place.HEADER
                ? SampleBodies.schemas(keyed.get(0)).flat(found.parameter().path("schema"))
                : found.parameter();
        if (schema.path("format").asText().equals("uuid")) {
            return key.put("syntax", "uuid");
        }
        if (schema.path("minLength").asInt() > 0) {
            key.put("min", schema.path("minLength").asInt());
        }
        if (schema.path("maxLength").asInt() > 0) {
            key.put("max", schema.path("maxLength").asInt());
        }
        return key;
    }

    private JsonNode methods() {
        var methods = JsonNodeFactory.instance.arrayNode();
        new TreeSet<>(keyed.stream()
                        .map(one -> one.method().toUpperCase(Locale.ROOT))
                        .toList())
                .forEach(methods::add);
        return methods;
    }

    private static JsonNode object(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }

    /** A duration is only taken where the description names one and no other. */
    private static Optional<String> lifetime(Place found) {
        Set<String> durations = SpokenDurations.in(
                        found.parameter().path("description").asText())
                .stream()
                .map(SpokenDurations::written)
                .collect(Collectors.toSet());
        return durations.size() == 1 ? durations.stream().findFirst() : Optional.empty();
    }

    private Map<Reason, JsonNode> refusals() {
        Map<Reason, JsonNode> refusals = new LinkedHashMap<>();
        for (Reason reason : Refusals.TOLD) {
            for (Described one : keyed) {
                new Refusals(one).of(reason).ifPresent(status -> {
                    ObjectNode refusal = JsonNodeFactory.instance.objectNode().put("status", status);
                    if (reason == Reason.IN_PROGRESS && new Refusals(one).saysWhen(status)) {
                        refusal.put("retry_after", true);
                    }
                    new Refusals(one)
                            .code(reason, status)
                            .filter(code -> codePointer().equals(Optional.of(code.pointer())))
                            .ifPresent(code -> refusal.put("code", code.value()));
                    refusals.putIfAbsent(reason, refusal);
                });
            }
        }
        return refusals;
    }

    /** Where errors have their codes: a contract knows one place, so the first that is found. */
    private Optional<String> codePointer() {
        return Refusals.TOLD.stream()
                .flatMap(reason -> keyed.stream()
                        .map(Refusals::new)
                        .flatMap(one -> one.of(reason).flatMap(status -> one.code(reason, status)).stream()))
                .map(Refusals.Code::pointer)
                .findFirst();
    }

    /** By the name of who offers the API; else by its refusals; and where these say nothing, all that have the key. */
    private String nearest(Place found, Map<Reason, JsonNode> refusals) {
        Optional<Contract> vendor = DialectVendor.of(document, shipped);
        if (vendor.isPresent()) {
            return "By its name, the nearest shipped dialect is " + offered(vendor.get());
        }
        List<Contract> same = shipped.stream()
                .filter(dialect ->
                        dialect.key().in() == found.in() && dialect.key().name().equalsIgnoreCase(found.name()))
                .toList();
        // Of several that are as near, the first: that order puts the reference server's own before others.
        Optional<Contract> best = same.stream()
                .reduce((first, other) -> alike(other, refusals) > alike(first, refusals) ? other : first)
                .filter(dialect -> alike(dialect, refusals) > 0 || same.size() == 1);
        if (best.isPresent()) {
            String shared = refusals.isEmpty()
                    ? ""
                    : " and " + alike(best.get(), refusals) + " of " + refusals.size() + " refusals";
            return "The nearest shipped dialect is " + best.get().name() + ": it has the same key" + shared
                    + ". Where your API keeps it, write «contract: "
                    + best.get().name() + "».";
        }
        return same.isEmpty()
                ? "No shipped dialect has this key."
                : "These shipped dialects have the same key, and nothing here says which is nearest: "
                        + same.stream().map(Contract::name).collect(Collectors.joining(", "))
                        + ". «samekey discover» finds out.";
    }

    private static String offered(Contract dialect) {
        return dialect.name() + ", with the key " + dialect.key().name()
                + ". Where your API keeps it, write «contract: " + dialect.name() + "».";
    }

    private static int alike(Contract dialect, Map<Reason, JsonNode> refusals) {
        return (int) refusals.entrySet().stream()
                .filter(said -> {
                    Refusal refusal = dialect.refusal(said.getKey());
                    return refusal != null
                            && refusal.statuses()
                                    .contains(said.getValue().path("status").asInt());
                })
                .count();
    }

    /** What may carry the key of an operation: what a shipped dialect names so, or what speaks of idempotency. */
    private List<Place> places(Described one) {
        List<Place> places = new ArrayList<>();
        one.parameters("header")
                .filter(parameter -> isKey(Key.Place.HEADER, Described.name(parameter), parameter))
                .forEach(parameter -> places.add(new Place(Key.Place.HEADER, Described.name(parameter), parameter)));
        // What has a body that is neither JSON nor a form has no members.
        if (places.isEmpty() && one.text().isEmpty() && one.fileType().isEmpty()) {
            Key.Place in = one.mediaType().map(Described::isJson).orElse(true) ? Key.Place.BODY : Key.Place.FORM;
            SampleBodies.members(one).forEach((name, schema) -> {
                if (isKey(in, name, schema)) {
                    places.add(new Place(in, name, schema));
                }
            });
        }
        return places;
    }

    private static boolean speaksOf(String name, JsonNode described) {
        return (name + " " + described.path("description").asText())
                .toLowerCase(Locale.ROOT)
                .contains("idempot");
    }

    private boolean isKey(Key.Place in, String name, JsonNode described) {
        return speaksOf(name, described)
                || shipped.stream()
                        .map(Contract::key)
                        .anyMatch(key -> key.in() == in && key.name().equalsIgnoreCase(name));
    }
}
