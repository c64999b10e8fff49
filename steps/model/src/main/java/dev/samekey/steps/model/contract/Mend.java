package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Why clauses usually break, and what is usually done about it.
 *
 * @param id which no other has
 * @param clauses their ids
 * @param defects the names of the shipped ones that have this cause
 * @param cause a few sentences, of which the first can stand alone
 * @param mend a few sentences, of which the first can stand alone
 * @param language of the code, such as {@code sql}
 * @param code a few lines
 */
public record Mend(
        @JsonProperty(required = true) String id,
        @JsonProperty(required = true) List<String> clauses,
        @JsonProperty(required = true) List<String> defects,
        @JsonProperty(required = true) String cause,
        @JsonProperty(required = true) String mend,
        @JsonProperty(required = true) String language,
        @JsonProperty(required = true) String code) {
    private static final String RESOURCE = "/samekey/contract/mends.yaml";

    public Mend {
        clauses = List.copyOf(clauses);
        defects = List.copyOf(defects);
        code = code.stripTrailing();
    }

    private record Mends(@JsonProperty(required = true) List<Mend> mends) {}

    /** Those that are shipped with the features, in the order of their file. */
    public static List<Mend> shipped() {
        return Shipped.MENDS;
    }

    /** Of a clause, the likeliest first; none where the clause is not shipped. */
    public static List<Mend> of(String clause) {
        return shipped().stream().filter(mend -> mend.clauses.contains(clause)).toList();
    }

    /** What to do, in one sentence. */
    public String briefly() {
        return firstSentence(mend);
    }

    /** Why, in one sentence. */
    public String causeBriefly() {
        return firstSentence(cause);
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    /** Read when they are first asked for, and once. */
    private static final class Shipped {
        static final List<Mend> MENDS = read();

        private static List<Mend> read() {
            try (InputStream in = Objects.requireNonNull(Mend.class.getResourceAsStream(RESOURCE), RESOURCE)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                return List.copyOf(
                        YamlFile.of("mends.yaml", text).as(Mends.class).mends());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
