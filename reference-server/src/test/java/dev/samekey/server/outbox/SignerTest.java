package dev.samekey.server.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import org.junit.jupiter.api.Test;

class SignerTest {
    @Test
    void a_signature_is_that_of_the_published_example() {
        Signer signer = new Signer("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", Clock.systemUTC());
        assertThat(signer.sign("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.", "{\"test\": 2432232314}"))
                .isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void a_secret_of_another_form_is_refused() {
        assertThatThrownBy(() -> new Signer("secret", Clock.systemUTC()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("whsec_");
    }
}
