package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FingerprintPropertyTest {
    private static final Json JSON = new Json();

    private final Fingerprint fingerprint = new CanonicalFingerprint(JSON, Set.of());

    @Property(tries = 200)
    void it_ignores_member_order_and_white_space(
            @ForAll("payloads") Map<String, Object> payload, @ForAll("spaces") String space) {
        List<Map.Entry<String, Object>> members = new ArrayList<>(payload.entrySet());
        Collections.reverse(members);
        String rewritten = members.stream()
                .map(member -> space + JSON.write(member.getKey()) + space + ":" + JSON.write(member.getValue()))
                .collect(Collectors.joining(",", "{", space + "}"));
        assertThat(of(rewritten)).isEqualTo(of(JSON.write(payload)));
    }

    @Property(tries = 200)
    void it_changes_with_any_member(
            @ForAll("payloads") Map<String, Object> payload,
            @ForAll("names") String name,
            @ForAll("values") Object value) {
        Map<String, Object> changed = new TreeMap<>(payload);
        Assume.that(!value.equals(changed.put(name, value)));
        assertThat(of(JSON.write(changed))).isNotEqualTo(of(JSON.write(payload)));
    }

    @Provide
    Arbitrary<Map<String, Object>> payloads() {
        return Arbitraries.maps(names(), values()).ofMaxSize(6);
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(3);
    }

    @Provide
    Arbitrary<Object> values() {
        return Arbitraries.oneOf(
                Arbitraries.longs(), Arbitraries.strings().ofMaxLength(5), Arbitraries.of(true, false));
    }

    @Provide
    Arbitrary<String> spaces() {
        return Arbitraries.strings().withChars(" \t\r\n").ofMaxLength(3);
    }

    private String of(String body) {
        return fingerprint.of(TestCalls.with(body));
    }
}
