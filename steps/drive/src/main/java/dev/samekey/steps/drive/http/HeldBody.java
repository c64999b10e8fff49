package dev.samekey.steps.drive.http;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;

/** A body that gives all but its last byte at once, and the last one when it is released. */
final class HeldBody implements Publisher<ByteBuffer> {
    private final byte[] bytes;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();

    HeldBody(byte[] bytes) {
        this.bytes = bytes;
        if (isEmpty()) {
            ready.complete(null);
        }
    }

    boolean isEmpty() {
        return bytes.length == 0;
    }

    int length() {
        return bytes.length;
    }

    /** Done when all that may go ahead has gone. */
    CompletableFuture<Void> ready() {
        return ready;
    }

    void release() {
        released.complete(null);
    }

    /** @param failed gets the failure of the action, which would be lost otherwise */
    void onRelease(Runnable action, Consumer<Throwable> failed) {
        var unused = released.thenRun(action).exceptionally(failure -> {
            failed.accept(failure);
            return null;
        });
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Sending(subscriber));
    }

    /** The first demand gets what may go ahead; the next one says that it was written, and gets the last byte when released. */
    private final class Sending implements Subscription {
        private final Subscriber<? super ByteBuffer> subscriber;
        private int position;
        private boolean armed;

        Sending(Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public synchronized void request(long demand) {
            if (position == 0 && bytes.length > 1) {
                position = bytes.length - 1;
                subscriber.onNext(ByteBuffer.wrap(bytes, 0, position));
            } else if (!armed) {
                armed = true;
                onRelease(this::last, subscriber::onError);
                ready.complete(null);
            }
        }

        private synchronized void last() {
            if (position < bytes.length) {
                position = bytes.length;
                subscriber.onNext(ByteBuffer.wrap(bytes, bytes.length - 1, 1));
                subscriber.onComplete();
            }
        }

        @Override
        public synchronized void cancel() {
            position = bytes.length;
            armed = true;
            ready.complete(null);
        }
    }
}
