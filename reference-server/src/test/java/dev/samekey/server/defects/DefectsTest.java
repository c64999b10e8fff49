package dev.samekey.server.defects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefectsTest {
    private static final String CLAUSE = "[A-Z]{3}-[1-9][0-9]?";

    @Test
    void names_are_unique() {
        assertThat(defects()).extracting(Defect::name).doesNotHaveDuplicates().isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void a_defect_has_a_name_a_clause_and_a_sentence(Defect defect) {
        assertThat(defect.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
        assertThat(defect.clause()).matches(CLAUSE);
        assertThat(defect.follows()).allMatch(clause -> clause.matches(CLAUSE)).doesNotContain(defect.clause());
        assertThat(defect.how()).endsWith(".").doesNotContain("\n");
    }

    static List<Defect> defects() {
        return Defects.all();
    }
}
