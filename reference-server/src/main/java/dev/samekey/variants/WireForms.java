package dev.samekey.variants;

import dev.samekey.server.http.WrappedResponses;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.ListIterator;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/** Other ways in which HTTP/1.1 may carry the same answer. */
final class WireForms {
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final Set<HttpHeader> FRAMING =
            EnumSet.of(HttpHeader.CONTENT_LENGTH, HttpHeader.TRANSFER_ENCODING, HttpHeader.CONNECTION);

    private WireForms() {}

    static Parts chunked(Parts parts) {
        return parts.with(Part.LISTENER, server -> WrappedResponses.on(server, Chunked::new));
    }

    static Parts smallLetters(Parts parts) {
        return parts.with(Part.LISTENER, server -> WrappedResponses.on(server, SmallLetters::new));
    }

    static Parts shortLived(Parts parts) {
        // Only when the server starts has it got all its connectors.
        return parts.with(
                Part.LISTENER,
                server -> server.addEventListener(new LifeCycle.Listener() {
                    @Override
                    public void lifeCycleStarting(LifeCycle starting) {
                        closeEarly(server);
                    }
                }));
    }

    private static void closeEarly(Server server) {
        Stream.of(server.getConnectors())
                .map(AbstractConnector.class::cast)
                .forEach(connector -> connector.setIdleTimeout(SILENCE.toMillis()));
    }

    private static final class Chunked extends Response.Wrapper {
        Chunked(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            if (isCommitted() || BufferUtil.isEmpty(content)) {
                super.write(last, content, callback);
                return;
            }
            getHeaders().remove(HttpHeader.CONTENT_LENGTH);
            super.write(
                    false,
                    content,
                    Callback.from(() -> super.write(last, BufferUtil.EMPTY_BUFFER, callback), callback::failed));
        }
    }

    private static final class SmallLetters extends Response.Wrapper {
        SmallLetters(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            if (!isCommitted()) {
                ListIterator<HttpField> fields = getHeaders().listIterator();
                while (fields.hasNext()) {
                    HttpField field = fields.next();
                    if (!FRAMING.contains(field.getHeader())) {
                        fields.set(small(field));
                    }
                }
            }
            super.write(last, content, callback);
        }

        /** Without its header, or that would spell the name. */
        private static HttpField small(HttpField field) {
            return new HttpField(null, field.getLowerCaseName(), field.getValue());
        }
    }
}
