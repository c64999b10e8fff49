package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.WrappedResponses;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** A replay begins like the original, and does not end like it. */
final class BrokenReplay extends Defect {
    private static final String TAG = "Replayed-Answer";

    private final boolean slow;
    private final Ending ending;

    private BrokenReplay(String name, String how, boolean slow, Ending ending) {
        super(name, "RPL-13", Clauses.REPLAYS + " RPL-1 RPL-2 RPL-3 RPL-4 REV-5 OBS-1 OBS-2 OBS-3", how);
        this.slow = slow;
        this.ending = ending;
    }

    static Defect hanging(Duration stall) {
        return new BrokenReplay(
                "replay-hangs",
                "A replay stalls for a while in the middle of its body.",
                true,
                (response, rest, callback) -> {
                    Pause.of(stall);
                    response.write(true, rest, callback);
                });
    }

    static Defect truncated() {
        return new BrokenReplay(
                "replay-truncated",
                "A replay ends in the middle of its body.",
                false,
                (response, rest, callback) -> callback.failed(new IOException("cut off")));
    }

    @Override
    public boolean isSlow() {
        return slow;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                        Part.REPLAYS,
                        new OtherReplays(parts.get(Part.REPLAYS), stored -> stored.with(TAG, "whole until here")))
                .with(Part.LISTENER, server -> WrappedResponses.on(server, Halved::new));
    }

    /** What comes after the first half of the body. */
    @FunctionalInterface
    private interface Ending {
        void write(Response response, ByteBuffer rest, Callback callback);
    }

    private final class Halved extends Response.Wrapper {
        Halved(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            boolean replayed = !isCommitted() && getHeaders().contains(TAG);
            if (replayed) {
                getHeaders().remove(TAG);
            }
            if (replayed && last && BufferUtil.hasContent(content)) {
                halve(content, callback);
            } else {
                super.write(last, content, callback);
            }
        }

        private void halve(ByteBuffer content, Callback callback) {
            getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
            ByteBuffer half = content.slice(content.position(), content.remaining() / 2);
            ByteBuffer rest = content.position(content.position() + half.remaining());
            super.write(false, half, Callback.from(() -> ending.write(getWrapped(), rest, callback), callback::failed));
        }
    }
}
