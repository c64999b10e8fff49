package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.net.Certificates;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Behaviour;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The second table of docs/hostile-targets.md, row by row: targets that cannot be judged at all. */
class UnreachableTargetsTest {
    private static final Path DOC = Path.of("../../docs/hostile-targets.md");
    private static final Behaviour WELL = (request, connection) ->
            connection.getOutputStream().write(RawServer.bare("200 OK").getBytes(StandardCharsets.UTF_8));
    private static final String TRUSTING = "tls: {ca: \"" + Certificates.file("authority.pem") + "\"}\n";

    /** A server, and what the target file says of it. */
    private record Place(RawServer server, String url, String more) {
        static Place plain(RawServer server) {
            return new Place(server, server.uri().toString(), "");
        }

        static Place secure(RawServer server, String more) {
            return new Place(server, server.uri().toString().replace("http:", "https:"), more);
        }
    }

    private final Map<String, Supplier<Place>> places = Map.ofEntries(
            Map.entry("nobody is there", () -> new Place(RawServer.silent(), "http://127.0.0.1:1", "")),
            Map.entry("the host has no address", () -> new Place(RawServer.silent(), "http://nowhere.invalid", "")),
            Map.entry("takes the connection and says nothing", () -> Place.plain(RawServer.silent())),
            Map.entry("speaks another protocol", () -> Place.plain(RawServer.answering("SSH-2.0-OpenSSH_9.6\r\n"))),
            Map.entry("closes at once", () -> Place.plain(RawServer.closing())),
            Map.entry(
                    "plain http where https is expected",
                    () -> Place.secure(RawServer.silentFrom("HTTP/1.1 400 Bad\r\n\r\n"), TRUSTING)),
            Map.entry("https where plain http is expected", () -> Place.plain(secure("server.pem", false))),
            Map.entry("an authority that nobody knows", () -> Place.secure(secure("server.pem", false), "")),
            Map.entry("the certificate of another host", () -> Place.secure(secure("elsewhere.pem", false), TRUSTING)),
            Map.entry("a certificate that has expired", () -> Place.secure(secure("expired.pem", false), TRUSTING)),
            Map.entry("wants a certificate of the harness", () -> Place.secure(secure("server.pem", true), TRUSTING)),
            Map.entry("never ends the handshake", () -> Place.secure(RawServer.silentFrom(""), TRUSTING)),
            Map.entry(
                    "a proxy that is not there",
                    () -> new Place(RawServer.silent(), "http://pay.test", "proxy: \"http://127.0.0.1:1\"\n")));

    private static RawServer secure(String certificate, boolean wantsClient) {
        return RawServer.secure(Certificates.server(certificate), wantsClient, WELL);
    }

    static Stream<String> rows() throws IOException {
        return Files.readString(DOC)
                .replaceFirst("(?s).*\n## ", "")
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| behaviour"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void each_is_reported_before_the_first_scenario(String row, @TempDir Path out) throws IOException {
        String[] cells = row.split("\\s*\\|\\s*", -1);
        Place place = Objects.requireNonNull(places.get(cells[1]), cells[1]).get();
        String yaml = Targets.BARE.replace("http://127.0.0.1:1", place.url())
                + "writes: allowed\nlimits: {answer: 1}\n"
                + place.more();
        try (RawServer server = place.server()) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() ->
                            new ContractRun(Targets.file(yaml), Choice.of(Set.of("RPL-1")), out).run(result -> {}))
                    .withMessageStartingWith("the target Acme notes cannot be judged: " + place.url() + ": ")
                    .withMessageContaining(cells[2]);
            assertThat(server.received()).allMatch(request -> request.head().startsWith("GET "));
        }
    }
}
