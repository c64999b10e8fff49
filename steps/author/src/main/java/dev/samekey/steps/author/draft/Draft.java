package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.author.draft.RolePlan.Planned;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Role;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A first target file for the API of a document. What the document does not say is guessed, and each guess is called one in
 * a comment. It allows no writes: a person does.
 */
public final class Draft {
    private static final String NOWHERE = "http://localhost:8080";
    private static final String TEST = ".*(sandbox|staging|stage|test|dev|local|127\\.0\\.0\\.1|uat|demo).*";

    /** Where an editor finds the form of target files, seen from the draft. */
    public static final String SCHEMA = ".samekey/target.schema.json";

    private final Document document;
    private final String place;
    private final Wanted wanted;
    private final KeySection key;
    private final RolePlan plan;
    private final List<Planned> written;

    /**
     * Drafts the file.
     *
     * @param place where the target file finds the document
     * @throws BadFile when the document names nothing that could be judged
     */
    public Draft(Document document, String place) {
        this(document, place, Wanted.ALL);
    }

    /**
     * Drafts a file with some of the operations, and with those that must come before them.
     *
     * @throws BadFile also when something is wanted that the document does not have
     */
    public Draft(Document document, String place, Wanted wanted) {
        this.document = document;
        this.place = place;
        this.wanted = wanted;
        wanted.unknown(document).stream().findFirst().ifPresent(name -> {
            throw document.error(
                    List.of("paths"),
                    "has no operation that changes something, and no webhook, under «" + name + "»"
                            + Nearest.hint(name, Wanted.names(document)));
        });
        this.key = new KeySection(document);
        this.plan = new RolePlan(document, webhooks());
        this.written = chosen();
        if (written.isEmpty()) {
            throw document.error(
                    List.of("paths"), "names no unsafe operation and no webhook that could be judged" + reasons());
        }
    }

    /** Those that somebody wants; all where the API does nothing else, so that its document is one for consumers. */
    private List<Described> webhooks() {
        boolean isForConsumers = wanted.isAll() && document.unsafe().isEmpty();
        return document.webhooks().stream()
                .filter(one -> isForConsumers || (!wanted.isAll() && wanted.has(one)))
                .toList();
    }

    /** What the API sends, and is not drafted. */
    private Stream<String> notTaken() {
        Set<String> taken = webhooks().stream().map(Described::webhook).collect(Collectors.toSet());
        List<String> others = document.webhooks().stream()
                .map(Described::webhook)
                .filter(name -> wanted.isAll() && !taken.contains(name))
                .toList();
        return others.isEmpty()
                ? Stream.empty()
                : Stream.of("webhooks that the API sends: " + String.join(", ", others)
                        + " (to judge a consumer of them, draft a file of its own with --operation "
                        + others.get(0) + ")");
    }

    /** The operations of the file by name, each with its role. */
    public Map<String, String> operations() {
        Map<String, String> roles = new java.util.LinkedHashMap<>();
        judgedOrNeeded().forEach(one -> roles.put(one.name(), one.described().title()));
        return roles;
    }

    /** The unsafe operations that the file does not have, each with the reason. */
    public List<String> leftOut() {
        Stream<String> unplanned = plan.leftOut().entrySet().stream()
                .filter(one -> wanted.isAll() || isWanted(one.getKey()))
                .map(one -> one.getKey() + " (" + one.getValue() + ")");
        Set<Planned> has = Set.copyOf(written);
        Stream<String> unkeyed = plan.operations().stream()
                .filter(one -> !has.contains(one) && wanted.has(one.described()))
                .map(one -> one.described().title() + " (the document declares no key for it)");
        return Stream.of(unplanned, unkeyed, notTaken()).flatMap(lines -> lines).toList();
    }

    private boolean isWanted(String title) {
        return document.unsafe().stream().anyMatch(one -> one.title().equals(title) && wanted.has(one));
    }

    /** The file's text. */
    @Override
    public String toString() {
        String title = document.tree().at("/info/title").asText("My API");
        Page page = new Page();
        page.comment(0, "yaml-language-server: $schema=" + SCHEMA)
                .comment(0, "Drafted from " + place + ". «guess» marks what the document does not say.")
                .comment(0, "Read it through, then let «samekey check» try each operation once.")
                .member(0, "name", title, "")
                .member(0, "openapi", place, "")
                .member(0, "urls", JsonNodeFactory.instance.arrayNode().add(urls().get(0)), urlComment());
        urls().stream().skip(1).forEach(url -> page.comment(2, "- " + url));
        page.comment(
                        0,
                        "writes: allowed   # without this line nothing unsafe is sent: take the # away when you mean it")
                .blank();
        if (written.stream().allMatch(one -> one.role() == Role.EVENT)) {
            KeySection.ofConsumer(page, title);
        } else {
            key.write(page, title);
        }
        page.blank();
        if (isOfAnotherConsumer()) {
            PrincipalSection.ofConsumer(page);
        } else {
            new PrincipalSection(
                            document,
                            judgedOrNeeded().stream().map(Planned::described).toList())
                    .write(page);
        }
        page.blank().open(0, "operations", "");
        judgedOrNeeded().forEach(one -> new OperationSection(plan, key, one).write(page));
        leftOut().forEach(one -> page.comment(0, "Left out: " + one));
        notOffered(page);
        return page.toString();
    }

    /** Whether what an API sends is drafted alone: who gets it has neither the servers nor the credentials of that API. */
    private boolean isOfAnotherConsumer() {
        return !document.tree().path("paths").isEmpty() && isOfConsumer();
    }

    private boolean isOfConsumer() {
        return written.stream().allMatch(one -> one.described().isWebhook());
    }

    /** What the document declares no key for is not judged; it stays where others come after it. */
    private List<Planned> judgedOrNeeded() {
        return written;
    }

    private List<Planned> chosen() {
        Set<Planned> judged = plan.operations().stream()
                .filter(one -> wanted.has(one.described()))
                .filter(one -> !key.isDeclared() || key.isDeclaredFor(one.described()) || one.role() == Role.EVENT)
                .collect(Collectors.toSet());
        Set<Planned> needed =
                judged.stream().flatMap(one -> plan.before(one).stream()).collect(Collectors.toSet());
        return plan.operations().stream()
                .filter(one -> judged.contains(one) || needed.contains(one))
                .toList();
    }

    private String reasons() {
        return plan.leftOut().isEmpty() ? "" : ": " + plan.leftOut();
    }

    /** What looks like a place for tests comes first: several servers are no replicas of one another. */
    private List<String> urls() {
        if (isOfAnotherConsumer()) {
            return List.of(NOWHERE);
        }
        List<String> ofTests = new ArrayList<>();
        List<String> urls = new ArrayList<>();
        document.tree().path("servers").forEach(server -> {
            String url = absolute(server);
            if (url.isEmpty()) {
                return;
            }
            String said = (url + " " + server.path("description").asText()).toLowerCase(Locale.ROOT);
            (said.matches(TEST) ? ofTests : urls).add(url);
        });
        urls.addAll(0, ofTests);
        if (urls.isEmpty()) {
            // Where the document was found is no place of its readers.
            return List.of(isOfConsumer() ? NOWHERE : absolute(JsonNodeFactory.instance.objectNode()));
        }
        return urls;
    }

    private String urlComment() {
        boolean named = document.tree()
                .path("servers")
                .valueStream()
                .anyMatch(server -> !absolute(server).isEmpty());
        String more = urls().size() > 1 ? "the document names these too:" : "";
        if (named && !urls().get(0).startsWith(NOWHERE)) {
            return more;
        }
        return isOfConsumer() ? "guess: write where your consumer is" : "guess: the document names no host";
    }

    /** The URL of a server with its variables filled; relative ones start at the document, where that has a URL. */
    private String absolute(JsonNode server) {
        String url = server.path("url").asText("/");
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asText());
        }
        try {
            URI base = URI.create(Document.isUrl(place) ? place : NOWHERE + "/");
            URI resolved = base.resolve(url);
            return resolved.getHost() == null ? "" : resolved.toString().replaceAll("/+$", "");
        } catch (IllegalArgumentException noUrl) {
            return "";
        }
    }

    /** The roles that nothing plays, as a line to be taken in. */
    private void notOffered(Page page) {
        List<String> missing = Stream.of(Role.CREATE, Role.REVERSE, Role.UPDATE, Role.DELETE, Role.EVENT, Role.JOB)
                .filter(role -> plan.operations().stream().noneMatch(one -> one.role() == role))
                .map(role -> role.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!missing.isEmpty()) {
            page.comment(0, "Where your API has no such operations, say so, and they are no gaps in the report:")
                    .comment(
                            0,
                            "not_offered: {"
                                    + String.join(
                                            ", ",
                                            missing.stream()
                                                    .map(role -> role + ": why")
                                                    .toList()) + "}");
        }
    }
}
