package dev.samekey.oracles.http;

import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the body of one answer up to a number of bytes. With the first one more the exchange has failed, and nothing more
 * is read.
 */
public final class LimitedBody implements BodyHandler<byte[]> {
    private final int most;
    private volatile boolean over;

    /** @param most how many bytes the body may have */
    public LimitedBody(int most) {
        this.most = most;
    }

    /** That a body was longer. */
    public static String tooLong(int most) {
        return "the response is longer than " + most + " bytes, and no more of it was read: ask for less, such as by a"
                + " filter or a page in the path";
    }

    @Override
    public BodySubscriber<byte[]> apply(ResponseInfo head) {
        return new Reader();
    }

    /** Why the exchange failed. That it was ended here the client may tell in words of its own. */
    public Throwable reason(Throwable failure) {
        return over ? new IOException(tooLong(most)) : failure;
    }

    private final class Reader implements BodySubscriber<byte[]> {
        private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
        private @Nullable Subscription subscription;
        private int taken;

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole.getBody();
        }

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
            whole.onSubscribe(given);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            if (over) {
                return;
            }
            taken += buffers.stream().mapToInt(ByteBuffer::remaining).sum();
            if (taken <= most) {
                whole.onNext(buffers);
                return;
            }
            over = true;
            whole.onError(new IOException(tooLong(most)));
            if (subscription != null) {
                subscription.cancel();
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (!over) {
                whole.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!over) {
                whole.onComplete();
            }
        }
    }
}
