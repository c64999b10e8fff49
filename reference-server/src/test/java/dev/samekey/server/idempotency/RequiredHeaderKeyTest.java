package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredHeaderKeyTest {
    private final KeyPolicy policy = new RequiredHeaderKey(Contract.playbook().key());

    @ParameterizedTest
    @ValueSource(strings = {"k", "A-key_with.every:kind/of=sign~!", "\"quoted\"", "two words"})
    void a_printable_key_is_taken_as_it_is(String key) {
        assertThat(policy.keyOf(Calls.withKeys(key))).isEqualTo(key);
    }

    @Test
    void the_longest_key_is_accepted_and_a_longer_one_is_not() {
        assertThat(policy.keyOf(Calls.withKeys("k".repeat(128)))).hasSize(128);
        assertThat(faultOf("k".repeat(129))).isEqualTo(Fault.KEY_MALFORMED);
    }

    @Test
    void a_request_without_a_key_is_refused() {
        assertThat(faultOf()).isEqualTo(Fault.KEY_MISSING);
        assertThat(faultOf(" ")).isEqualTo(Fault.KEY_MISSING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tab\there", "\u00e9", "bell\u0007"})
    void a_key_that_cannot_be_printed_is_refused(String key) {
        assertThat(faultOf(key)).isEqualTo(Fault.KEY_MALFORMED);
    }

    @Test
    void two_different_keys_are_refused_and_one_sent_twice_is_one() {
        assertThat(faultOf("a", "b")).isEqualTo(Fault.KEY_MALFORMED);
        assertThat(policy.keyOf(Calls.withKeys("a", "a"))).isEqualTo("a");
    }

    private Fault faultOf(String... keys) {
        return catchThrowableOfType(FaultException.class, () -> policy.keyOf(Calls.withKeys(keys)))
                .fault();
    }
}
