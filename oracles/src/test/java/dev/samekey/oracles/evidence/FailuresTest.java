package dev.samekey.oracles.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {
    @ParameterizedTest
    @MethodSource("failures")
    void a_failure_is_told_without_the_name_of_a_class(Throwable failure, String words) {
        assertThat(Failures.words(failure)).isEqualTo(words).doesNotContain("Exception");
    }

    static Stream<Object[]> failures() {
        return Stream.of(
                of(new UnknownHostException("api.example"), "the host api.example is not known"),
                of(new ConnectException("Connection refused"), "nothing listens there (connection refused)"),
                of(
                        caused(new ConnectException(), new ClosedChannelException()),
                        "nothing listens there (connection refused)"),
                of(caused(new ConnectException(), new UnresolvedAddressException()), "the host is not known"),
                of(
                        new NoRouteToHostException("No route to host"),
                        "no way leads there: does this machine or container have a network?"),
                of(new SocketTimeoutException("Read timed out"), "it took too long"),
                of(
                        new SocketException("Connection reset"),
                        "the connection was closed before there was a response (Connection reset)"),
                of(
                        new SSLHandshakeException("PKIX: unable to find valid certification path to requested target"),
                        "TLS failed: its certificate is of an authority that is not trusted (PKIX: unable to find valid"
                                + " certification path to requested target)"),
                of(new EOFException(), "the connection was closed before there was a whole response"),
                of(new NoSuchFileException("a.yaml"), "there is no file a.yaml"),
                of(new IOException("Bad chunk header"), "Bad chunk header"));
    }

    @Test
    void what_says_nothing_is_told_by_what_it_is() {
        assertThat(Failures.words(new IOException())).isEqualTo("it failed, and nothing says why");
        assertThat(Failures.words(new IllegalStateException())).isEqualTo("illegal state");
    }

    private static Throwable caused(Throwable failure, Throwable cause) {
        return failure.initCause(cause);
    }

    private static Object[] of(Throwable failure, String words) {
        return new Object[] {failure, words};
    }
}
