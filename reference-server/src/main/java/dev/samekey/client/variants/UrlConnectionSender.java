package dev.samekey.client.variants;

import dev.samekey.client.AttemptResult;
import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Request;
import dev.samekey.client.Sender;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends by {@link HttpURLConnection}, each attempt on a connection of its own.
 *
 * @param streamed whether the body is streamed: otherwise the JDK sends a POST again when its connection is closed or
 *     reset before the response
 */
public record UrlConnectionSender(SSLSocketFactory tls, Executor threads, boolean streamed) implements Sender {
    @Override
    public CompletableFuture<AttemptResult> send(Request request, Duration limit) {
        return CompletableFuture.supplyAsync(() -> exchange(request, limit), threads);
    }

    private AttemptResult exchange(Request request, Duration limit) {
        try {
            return response(opened(request, limit), request);
        } catch (SocketTimeoutException late) {
            return new NoResponse(Loss.TIMEOUT, "no response within " + limit.toMillis() + " ms");
        } catch (ConnectException refused) {
            return new NoResponse(Loss.REFUSED, String.valueOf(refused));
        } catch (HttpRetryException unauthenticated) {
            return new Response(unauthenticated.responseCode(), Map.of(), "");
        } catch (IOException broken) {
            return new NoResponse(
                    String.valueOf(broken).contains("reset") ? Loss.RESET : Loss.CLOSED, String.valueOf(broken));
        }
    }

    private HttpURLConnection opened(Request request, Duration limit) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) request.uri().toURL().openConnection();
        if (connection instanceof HttpsURLConnection secured) {
            secured.setSSLSocketFactory(tls);
        }
        connection.setRequestMethod(request.method());
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) limit.toMillis());
        connection.setReadTimeout((int) limit.toMillis());
        request.headers().forEach(connection::setRequestProperty);
        connection.setRequestProperty("Connection", "close");
        connection.setDoOutput(true);
        return connection;
    }

    private Response response(HttpURLConnection connection, Request request) throws IOException {
        byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
        if (streamed) {
            connection.setFixedLengthStreamingMode(body.length);
        }
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] all = in == null ? new byte[0] : in.readAllBytes();
            // Where the connection ends with the response, the JDK takes a part of the body for the whole.
            if (in != null && all.length < connection.getContentLength()) {
                throw new EOFException("the response ends after " + all.length + " bytes");
            }
            return new Response(status, headers(connection), new String(all, StandardCharsets.UTF_8));
        }
    }

    private static Map<String, String> headers(HttpURLConnection connection) {
        Map<String, String> headers = new TreeMap<>();
        connection.getHeaderFields().forEach((name, values) -> {
            // The status line is there without a name.
            if (name != null) {
                headers.put(name.toLowerCase(Locale.ROOT), String.join(", ", values));
            }
        });
        return headers;
    }
}
