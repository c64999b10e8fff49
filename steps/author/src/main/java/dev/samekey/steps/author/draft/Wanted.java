package dev.samekey.steps.author.draft;

import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which operations of a document somebody wants: those that any of these names; all where nothing is named.
 *
 * @param operations their ids, or such as {@code POST /payments}
 * @param tags words that the document puts to them
 * @param paths where their own paths begin
 */
public record Wanted(List<String> operations, List<String> tags, List<String> paths) {
    /** All of them. */
    public static final Wanted ALL = new Wanted(List.of(), List.of(), List.of());

    public Wanted {
        operations = List.copyOf(operations);
        tags = List.copyOf(tags);
        paths = List.copyOf(paths);
    }

    boolean isAll() {
        return operations.isEmpty() && tags.isEmpty() && paths.isEmpty();
    }

    boolean has(Described one) {
        return isAll()
                || operations.stream().anyMatch(name -> isNamed(one, name))
                || tags.stream().anyMatch(tag -> tags(one).anyMatch(tag::equalsIgnoreCase))
                || paths.stream().anyMatch(path -> isUnder(one.path(), path));
    }

    private static boolean isNamed(Described one, String name) {
        return one.node().path("operationId").asText().equals(name)
                || (one.isWebhook() && one.webhook().equals(name))
                || one.title().equalsIgnoreCase(name);
    }

    private static Stream<String> tags(Described one) {
        return one.node().path("tags").valueStream().map(tag -> tag.asText());
    }

    private static boolean isUnder(String path, String begin) {
        String plain = begin.replaceFirst("/?\\*?$", "");
        return path.equals(plain) || path.startsWith(plain + "/") || path.startsWith(plain + ":");
    }

    /** What was named, and names no operation that changes something. */
    List<String> unknown(Document document) {
        List<Described> all = all(document);
        return Stream.of(
                        operations.stream().filter(name -> all.stream().noneMatch(one -> isNamed(one, name))),
                        tags.stream()
                                .filter(tag ->
                                        all.stream().noneMatch(one -> tags(one).anyMatch(tag::equalsIgnoreCase))),
                        paths.stream().filter(path -> all.stream().noneMatch(one -> isUnder(one.path(), path))))
                .flatMap(names -> names)
                .toList();
    }

    private static List<Described> all(Document document) {
        return Stream.concat(document.unsafe().stream(), document.webhooks().stream())
                .toList();
    }

    /** What could be named. */
    static List<String> names(Document document) {
        return all(document).stream()
                .flatMap(one -> Stream.concat(
                        Stream.of(
                                one.node().path("operationId").asText(),
                                one.isWebhook() ? one.webhook() : one.title(),
                                one.path()),
                        tags(one)))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }
}
