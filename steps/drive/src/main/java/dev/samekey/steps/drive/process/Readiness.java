package dev.samekey.steps.drive.process;

import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.Target;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Whether something answers at a URL, and if not, what a person should look at. */
final class Readiness {
    /** How long to wait for an answer of what is asked again and again until it is ready. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    private final HttpClient client;
    private final Duration limit;
    private final String within;
    private final Network network;

    Readiness(Duration limit, Network network) {
        this(limit, limit.toSeconds() + " s", network);
    }

    /** What answers any request in this time, answers this one. */
    Readiness(Target.Limits limits, Network network) {
        this(limits.answerLimit(), limits.answerLimit().toSeconds() + " s («limits.answer»)", network);
    }

    private Readiness(Duration limit, String within, Network network) {
        this.limit = limit;
        this.within = within;
        this.network = network;
        this.client = network.client(limit);
    }

    /** @return null when any HTTP answer comes, otherwise what is wrong */
    @Nullable
    String problem(URI uri) {
        return problem(uri, Map.of(), false);
    }

    /** @return null when a 2xx answer comes, otherwise what is wrong */
    @Nullable
    String unready(URI uri) {
        return unready(uri, Map.of());
    }

    /** The same for one who asks with some headers. */
    @Nullable
    String unready(URI uri, Map<String, String> headers) {
        return problem(uri, headers, true);
    }

    private @Nullable String problem(URI uri, Map<String, String> headers, boolean success) {
        HttpRequest.Builder form = HttpRequest.newBuilder(uri).timeout(limit);
        headers.forEach(form::header);
        HttpRequest request = form.build();
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            int status = answer.statusCode();
            // Only the head is waited for: the body may have no end.
            answer.body().close();
            return success && status / 100 != 2 ? "it answers " + status : null;
        } catch (HttpConnectTimeoutException late) {
            return "no connection within " + within + ": is the host right, and reachable from here?";
        } catch (HttpTimeoutException late) {
            return "it takes the connection and does not answer within " + within;
        } catch (SSLException failure) {
            return tls(String.valueOf(failure.getMessage()));
        } catch (ConnectException refused) {
            return unconnected(uri, refused);
        } catch (IOException failure) {
            return network.protocol(uri).isSecondVersion()
                    ? "what answers there does not speak HTTP/2 (" + failure.getMessage() + "): is «protocol» right?"
                    : "what answers there does not speak HTTP/1.1 (" + failure.getMessage()
                            + "): if it speaks HTTP/2 alone, write «protocol: h2c»";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Java gives a message where the system says more than that nobody listens. */
    static String unconnected(URI uri, ConnectException failure) {
        if (isUnresolved(failure)) {
            return "the host " + uri.getHost() + " is not known";
        }
        String message = failure.getMessage();
        return message == null || message.contains("refused")
                ? "nothing listens there (connection refused): is it started?"
                : "no way leads there (" + message + "): does this machine or container have a network?";
    }

    /** What Java says of a connection that it would not trust, in words that say what to do. */
    private static String tls(String message) {
        String advice = "";
        if (message.contains("unable to find valid certification path")) {
            advice =
                    "its certificate is of an authority that is not trusted: name the authority's PEM file as «tls.ca»";
        } else if (message.contains("validity check failed") || message.contains("NotAfter")) {
            advice = "its certificate has expired, or is not valid yet";
        } else if (message.contains("subject alternative") || message.contains("No name matching")) {
            advice = "its certificate is for another host";
        } else if (message.contains("nrecognized SSL message")) {
            advice = "it does not speak TLS: is it http and not https?";
        } else if (message.contains("did not agree on HTTP/2") || message.contains("no_application_protocol")) {
            advice = "it speaks no HTTP/2 here: take «protocol: h2» away";
        } else if (message.contains("certificate_required") || message.contains("bad_certificate")) {
            advice = "it wants a certificate of the harness that it knows: «tls.certificate» and «tls.key»";
        }
        return "TLS failed: " + (advice.isEmpty() ? message : advice + " (" + message + ")");
    }

    private static boolean isUnresolved(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof UnresolvedAddressException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }
}
