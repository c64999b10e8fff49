package dev.samekey.steps.drive.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A request that is ready to leave and waits for the response to another one. The thread that reads this response lets it
 * leave: to wake up a second thread would take longer than what some servers still do after a response.
 */
final class HeldRequest {
    private final Duration limit;
    private final CompletableFuture<Void> departure = new CompletableFuture<>();
    private Runnable leaving = () -> {};
    private @Nullable OutputStream ready;
    private boolean isReleased;

    /** @param limit how long it waits */
    HeldRequest(Duration limit) {
        this.limit = limit;
    }

    /** Is called in the thread of the request when it leaves. */
    void whenLeaving(Runnable action) {
        leaving = action;
    }

    /**
     * Waits in the thread of the request until it may leave.
     *
     * @param out whose buffer has the whole request
     * @throws IOException when it could not leave, or nobody let it leave in time
     */
    void hold(OutputStream out) throws IOException {
        if (mustWait(out)) {
            await();
        }
        leaving.run();
    }

    private synchronized boolean mustWait(OutputStream out) {
        ready = out;
        return !isReleased;
    }

    private void await() throws IOException {
        try {
            departure.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new IOException(
                    "not sent: the request before it had no response within " + limit.toMillis()
                            + " ms (twice «limits.answer»)",
                    late);
        } catch (ExecutionException failure) {
            throw new IOException("not sent: the connection failed", failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(
                    "not sent: interrupted while it waited for the response to the request before it", interrupted);
        }
    }

    /** Lets it leave now; where it is not ready yet, as soon as it is. */
    void release() {
        OutputStream waiting;
        synchronized (this) {
            if (isReleased) {
                return;
            }
            isReleased = true;
            waiting = ready;
        }
        if (waiting == null) {
            return;
        }
        try {
            waiting.flush();
            departure.complete(null);
        } catch (IOException failure) {
            departure.completeExceptionally(failure);
        }
    }
}
