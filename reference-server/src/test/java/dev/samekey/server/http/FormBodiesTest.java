package dev.samekey.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.contract.FaultException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormBodiesTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Handler echo =
            FormBodies.around(call -> Answer.ok(new String(call.body().bytes(), StandardCharsets.UTF_8)));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "amount=1000&payer=p+1%26 | {\"amount\":1000,\"payer\":\"p 1&\"}",
                "code=007                 | {\"code\":\"007\"}",
                "key=a&key=b&key=c        | {\"key\":[\"a\",\"b\",\"c\"]}",
                "empty=&bare              | {\"empty\":\"\",\"bare\":\"\"}",
                "``                       | {}",
            })
    void a_form_is_read_as_the_object_that_it_stands_for(String form, String json) {
        assertThat(echo.handle(call(FORM + "; charset=utf-8", form)).body()).isEqualTo(json);
    }

    @Test
    void another_body_stays_as_it_is() {
        assertThat(echo.handle(call("application/json", "{}")).body()).isEqualTo("{}");
    }

    @Test
    void a_malformed_escape_is_refused() {
        assertThatThrownBy(() -> echo.handle(call(FORM, "a=%zz"))).isInstanceOf(FaultException.class);
    }

    private static Call call(String type, String body) {
        return new Call(
                "POST",
                "/payments",
                Map.of(),
                Map.of(),
                Map.of("content-type", List.of(type)),
                new Body(body.getBytes(StandardCharsets.UTF_8)));
    }
}
