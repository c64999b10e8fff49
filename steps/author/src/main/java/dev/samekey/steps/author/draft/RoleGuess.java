package dev.samekey.steps.author.draft;

import dev.samekey.steps.model.targets.Role;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The role of an operation and a word for it, by its method and its path.
 *
 * @param word such as {@code payments} or {@code payment-change}
 * @param why what the role was guessed by; empty where the method says it
 */
record RoleGuess(String word, Role role, String why) {
    private static final String CALLED_SO = "it is called so";
    private static final Pattern MAKING = Pattern.compile("(?i)create|add|new|make");

    /**
     * Guesses.
     *
     * @param method in lower case
     * @param template the path with a name in braces for each id
     * @param called what else it is called, such as an operation id
     * @param summary a sentence about it; empty where there is none
     * @param isMade whether another operation makes what this one writes
     * @param isManaged whether others read or change what is under its path, so that a hook there is a subscription
     */
    static RoleGuess of(
            String method, String template, String called, String summary, boolean isMade, boolean isManaged) {
        String last = lastWord(template);
        boolean ofOne = template.endsWith("}");
        boolean action = method.equals("post") && !ofOne && template.contains("}") && !last.endsWith("s");
        if (method.equals("post")
                && !ofOne
                && !isManaged
                && !Words.isChange(last)
                && Words.isEvent(template + " " + called)) {
            return new RoleGuess(last, Role.EVENT, CALLED_SO);
        }
        if (method.equals("delete")) {
            return new RoleGuess(Words.operation(last) + "-removal", Role.DELETE, "");
        }
        if (Words.isReversal(action || !ofOne ? last : "")) {
            return new RoleGuess(last, Role.REVERSE, CALLED_SO);
        }
        if (method.equals("post") && !ofOne && Words.isRemoval(last)) {
            return new RoleGuess(last, Role.DELETE, CALLED_SO);
        }
        if (method.equals("post") && ofOne && isMade) {
            return new RoleGuess(Words.operation(last) + "-change", Role.UPDATE, "another POST makes one");
        }
        if (method.equals("post") && !ofOne && Words.isChange(last)) {
            return new RoleGuess(last, Role.UPDATE, CALLED_SO);
        }
        boolean makes = Words.saysMaking(called, summary);
        boolean changes = !makes && Words.saysChanging(called, summary);
        boolean ofPart = !ofOne && template.contains("}");
        if (method.equals("put") && !isMade && (makes || !(changes || ofPart))) {
            return new RoleGuess(last, Role.CREATE, makes ? CALLED_SO : "nothing else makes one");
        }
        if (method.equals("put") || method.equals("patch")) {
            return new RoleGuess(Words.operation(last) + "-change", Role.UPDATE, "");
        }
        if (changes) {
            return new RoleGuess(last, Role.UPDATE, CALLED_SO);
        }
        return action && !makes
                ? new RoleGuess(last, Role.UPDATE, "it does something to what is there")
                : new RoleGuess(last, Role.CREATE, action ? CALLED_SO : "a POST to a collection");
    }

    /** The word as the name of an operation, with more of the path or a number where that name is taken. */
    static String name(String word, String template, Predicate<String> isTaken) {
        String name = Words.operation(word);
        String free = name;
        for (int i = 1; isTaken.test(free) || Words.isTaken(free); i++) {
            free = i == 1 ? owner(template) + "-" + name : name + "-" + i;
        }
        return free;
    }

    /** The last part of a path that is no parameter, without a verb that says only that something is made. */
    static String lastWord(String template) {
        List<String> words = Stream.of(template.replace(':', '/').split("/", -1))
                .filter(part -> !part.isEmpty() && !part.startsWith("{"))
                .toList();
        List<String> nouns =
                words.size() > 1 && MAKING.matcher(words.get(words.size() - 1)).matches()
                        ? words.subList(0, words.size() - 1)
                        : words;
        return nouns.isEmpty() ? "root" : nouns.get(nouns.size() - 1);
    }

    /** Such as {@code booking} for {@code /bookings/{id}/cancel}. */
    private static String owner(String template) {
        return Words.operation(lastWord(template.replaceAll("/[^/{}]+$", "")));
    }
}
