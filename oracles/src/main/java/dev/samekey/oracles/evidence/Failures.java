package dev.samekey.oracles.evidence;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnmappableCharacterException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why something was not read, sent or answered, in words for people: no name of a class. */
public final class Failures {
    /** What Java says of a connection that it would not trust, and what that means. */
    private static final Map<String, String> OF_TLS = new LinkedHashMap<>();

    static {
        OF_TLS.put("unable to find valid certification path", "its certificate is of an authority that is not trusted");
        OF_TLS.put("validity check failed", "its certificate has expired, or is not valid yet");
        OF_TLS.put("subject alternative", "its certificate is for another host");
        OF_TLS.put("no name matching", "its certificate is for another host");
        OF_TLS.put("nrecognized ssl message", "it does not speak TLS");
    }

    private Failures() {}

    /** One sentence without a full stop, such as {@code nothing listens there (connection refused)}. */
    public static String words(Throwable failure) {
        return causes(failure)
                .flatMap(cause -> known(cause).stream())
                .findFirst()
                .or(() -> causes(failure)
                        .flatMap(cause -> Optional.ofNullable(cause.getMessage()).stream())
                        .findFirst())
                .orElseGet(() -> spoken(failure));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(10);
    }

    private static Optional<String> known(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (failure instanceof SQLException && failure.getMessage() != null) {
            // A driver says itself where it could not connect.
            return Optional.of(message);
        }
        if (failure instanceof UnknownHostException) {
            String host = message.replaceAll(":.*", "");
            return Optional.of("the host " + host + " is not known");
        }
        if (failure instanceof UnresolvedAddressException) {
            return Optional.of("the host is not known");
        }
        if (failure instanceof NoRouteToHostException || lower.contains("unreachable")) {
            return Optional.of("no way leads there: does this machine or container have a network?");
        }
        if (failure instanceof SSLException) {
            return Optional.of("TLS failed: "
                    + OF_TLS.entrySet().stream()
                            .filter(known -> lower.contains(known.getKey()))
                            .map(known -> known.getValue() + " (" + message + ")")
                            .findFirst()
                            .orElse(message));
        }
        if (failure instanceof SocketTimeoutException || failure instanceof HttpTimeoutException) {
            return Optional.of("it took too long");
        }
        if (lower.contains("reset") || lower.contains("broken pipe")) {
            return Optional.of("the connection was closed before there was a response (" + message + ")");
        }
        if (failure instanceof ConnectException
                && causes(failure).noneMatch(UnresolvedAddressException.class::isInstance)) {
            return Optional.of(
                    lower.equals("null") || lower.contains("refused")
                            ? "nothing listens there (connection refused)"
                            : "there is no connection (" + message + ")");
        }
        if (failure instanceof NoSuchFileException) {
            return Optional.of("there is no file " + message);
        }
        if (failure instanceof AccessDeniedException) {
            return Optional.of("the file " + message + " may not be read");
        }
        // A client has subclasses of CharacterCodingException for other faults, which say themselves what they are.
        if (failure instanceof MalformedInputException || failure instanceof UnmappableCharacterException) {
            return Optional.of("it is no text in UTF-8");
        }
        boolean isClosed = failure instanceof EOFException || failure instanceof ClosedChannelException;
        return isClosed || (failure instanceof SocketException && lower.contains("closed"))
                ? Optional.of("the connection was closed before there was a whole response")
                : Optional.empty();
    }

    /** The name of a class that says nothing more, as words: {@code no http response} of {@code NoHttpResponseException}. */
    private static String spoken(Throwable failure) {
        String name = failure.getClass().getSimpleName().replaceAll("(Exception|Error)$", "");
        return Set.of("", "IO", "Runtime").contains(name)
                ? "it failed, and nothing says why"
                : name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
