package dev.samekey.oracles.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceStoreTest {
    private final EvidenceStore store = new EvidenceStore();

    @Test
    void each_text_is_read_as_it_was_kept() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            texts.add((i + " ü € 😀\n").repeat(20 * i));
        }

        List<Text> kept = texts.stream().map(store::keep).toList();

        assertThat(kept).extracting(Text::read).isEqualTo(texts);
        assertThat(kept.get(49)).isNotInstanceOf(Text.InMemory.class);
    }

    @Test
    void a_thread_that_is_interrupted_loses_nothing() {
        Text before = store.keep("before ".repeat(100));
        Thread.currentThread().interrupt();
        Text meanwhile = store.keep("meanwhile ".repeat(100));

        assertThat(before.read()).startsWith("before ");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(meanwhile.read()).startsWith("meanwhile ");
        assertThat(store.keep("after ".repeat(100)).read()).startsWith("after ");
    }
}
