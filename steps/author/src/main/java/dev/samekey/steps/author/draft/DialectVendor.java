package dev.samekey.steps.author.draft;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.openapi.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The shipped dialect of who offers an API: its host or its title has the vendor's name. */
final class DialectVendor {
    /** Dialects that are called by what they are for, and words that are no vendor's. */
    private static final Set<String> NO_VENDORS = Set.of(
            "playbook", "platform", "charges", "retry", "harbor", "ietf", "oasis", "k8s", "google", "aws", "azure");

    private DialectVendor() {}

    /** The one whose name comes first in the hosts and the title; of several of one vendor, that which has more words in common. */
    static Optional<Contract> of(Document document, List<Contract> shipped) {
        List<String> words = new ArrayList<>();
        document.tree()
                .path("servers")
                .forEach(server -> words.addAll(host(server.path("url").asText())));
        words.addAll(words(document.tree().at("/info/title").asText()));
        String all = " " + String.join(" ", words) + " ";
        return shipped.stream()
                .filter(dialect -> place(dialect, all) >= 0)
                .min(Comparator.<Contract>comparingInt(dialect -> place(dialect, all))
                        .thenComparing(Comparator.<Contract>comparingLong(dialect -> common(dialect, words))
                                .reversed()));
    }

    private static int place(Contract dialect, String all) {
        List<String> name = words(dialect.name());
        if (NO_VENDORS.contains(name.get(0))) {
            return -1;
        }
        // A vendor of two words, such as Modern Treasury, has both in its title, and one word in its host.
        String vendor = dialect.name().equals("modern-treasury") ? "modern treasury" : name.get(0);
        int apart = all.indexOf(" " + vendor + " ");
        int together = all.indexOf(" " + vendor.replace(" ", "") + " ");
        return apart < 0 ? together : together < 0 ? apart : Math.min(apart, together);
    }

    private static long common(Contract dialect, List<String> words) {
        return words(dialect.name()).stream()
                .filter(word -> words.stream().anyMatch(other -> word.startsWith(other) || other.startsWith(word)))
                .count();
    }

    /** The part of a host that its owner has chosen: {@code adyen} of {@code checkout-test.adyen.com}. */
    private static List<String> host(String url) {
        String host =
                url.replaceFirst("^[a-z]+://", "").replaceFirst("[/:?#].*", "").toLowerCase(Locale.ROOT);
        String[] labels = host.split("\\.", -1);
        if (labels.length < 2 || host.matches("[\\d.]+")) {
            return List.of();
        }
        List<String> all = new ArrayList<>(List.of(labels[labels.length - 2]));
        // Such as transferwise for wise.
        if (labels[labels.length - 2].equals("transferwise")) {
            all.add("wise");
        } else if (labels[labels.length - 2].equals("squareup")) {
            all.add("square");
        }
        return all;
    }

    private static List<String> words(String text) {
        return List.of(text.replaceAll("([a-z])([A-Z])", "$1 $2")
                .toLowerCase(Locale.ROOT)
                .strip()
                .split("[^a-z]+", -1));
    }
}
