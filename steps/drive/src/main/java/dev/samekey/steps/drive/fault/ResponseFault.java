package dev.samekey.steps.drive.fault;

import static com.github.tomakehurst.wiremock.http.Fault.CONNECTION_RESET_BY_PEER;

import com.github.tomakehurst.wiremock.http.HttpHeader;
import com.github.tomakehurst.wiremock.http.HttpHeaders;
import com.github.tomakehurst.wiremock.http.Response;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Notes what the target answered, and gives the caller something else. */
final class ResponseFault {
    private final Fault fault;
    private final Duration limit;
    private final Supplier<Exchange> onwards;
    private final CompletableFuture<OptionalInt> upstream = new CompletableFuture<>();
    private final CountDownLatch gaveUp = new CountDownLatch(1);

    /** @param onwards passes the request on to the target */
    ResponseFault(Fault fault, Duration limit, Supplier<Exchange> onwards) {
        this.fault = fault;
        this.limit = limit;
        this.onwards = onwards;
    }

    /** An error in here is thrown where somebody asks what the target answered. */
    Response transform(Response response) {
        try {
            return spoilt(response);
        } catch (RuntimeException | Error failure) {
            upstream.obtrudeException(failure);
            return reset(response);
        }
    }

    private Response spoilt(Response response) {
        Answer answer = fault == Fault.REQUEST_LOST ? null : onwards.get().answer();
        upstream.complete(answer == null ? OptionalInt.empty() : OptionalInt.of(answer.status()));
        return switch (fault) {
            case ANSWER_LOST, REQUEST_LOST -> reset(response);
            case ANSWER_TRUNCATED -> truncated(answer);
            case BAD_GATEWAY -> gateway(FaultProxy.BAD_GATEWAY, "Bad Gateway");
            case GATEWAY_TIMEOUT -> gateway(FaultProxy.GATEWAY_TIMEOUT, "Gateway Timeout");
            case ANSWER_TOO_LATE -> late(response);
        };
    }

    /** The status that the target answered, as soon as the proxy knows; a caller that gave up may know nothing yet. */
    OptionalInt upstream() {
        try {
            return upstream.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException unreached) {
            return OptionalInt.empty();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException error ? error : new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the response of the target", interrupted);
        }
    }

    /** The caller has seen what it will see. */
    void release() {
        gaveUp.countDown();
    }

    private static Response reset(Response response) {
        return Response.Builder.like(response)
                .but()
                .fault(CONNECTION_RESET_BY_PEER)
                .build();
    }

    /** Half of the body, which announces the whole; where there was none, the half of one that the gateway made up. */
    private static Response truncated(@Nullable Answer answer) {
        byte[] body = answer == null ? new byte[0] : answer.body().getBytes(StandardCharsets.UTF_8);
        byte[] whole = body.length < 2 ? new byte[] {' ', ' '} : body;
        return Response.response()
                .status(answer == null || answer.status() == 204 ? 200 : answer.status())
                .headers(new HttpHeaders(
                        HttpHeader.httpHeader("Content-Type", "application/json"),
                        HttpHeader.httpHeader("Content-Length", String.valueOf(whole.length))))
                .body(Arrays.copyOf(whole, whole.length / 2))
                .build();
    }

    private static Response gateway(int status, String text) {
        return Response.response()
                .status(status)
                .headers(new HttpHeaders(HttpHeader.httpHeader("Content-Type", "text/plain")))
                .body(text)
                .build();
    }

    private Response late(Response response) {
        try {
            // Held until nobody waits for it any more, and not by a clock, so that it is never in time by chance.
            if (!gaveUp.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return reset(response);
            }
        } catch (InterruptedException interrupted) {
            // The proxy is closed.
            Thread.currentThread().interrupt();
        }
        return response;
    }
}
