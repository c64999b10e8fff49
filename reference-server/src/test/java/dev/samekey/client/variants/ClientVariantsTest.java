package dev.samekey.client.variants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.client.ClientOutcome;
import dev.samekey.client.ClientParts;
import dev.samekey.client.TestClients;
import dev.samekey.client.TestService;
import dev.samekey.client.TestService.Answer;
import dev.samekey.client.TestService.Received;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClientVariantsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void names_are_unique() {
        assertThat(variants()).extracting(ClientVariant::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void a_variant_sends_the_same_until_it_succeeds(ClientVariant variant) {
        try (TestService service = new TestService().answering(Answer.of(503), Answer.CLOSED)) {
            ClientParts parts = variant.apply(TestClients.parts(service, folder, TestClients.QUICK));

            ClientOutcome outcome = TestClients.pay(parts);

            assertThat(outcome.last().isSuccess()).isTrue();
            assertThat(outcome.attempts()).isEqualTo(3);
            assertThat(service.received()).hasSize(3);
            assertThat(service.received()).extracting(Received::key).containsOnly(outcome.key());
            assertThat(service.received())
                    .extracting(Received::body)
                    .containsOnly("{\"amount\":1000,\"reference\":\"u-1\"}");
        }
    }

    static List<ClientVariant> variants() {
        return ClientVariants.all();
    }
}
