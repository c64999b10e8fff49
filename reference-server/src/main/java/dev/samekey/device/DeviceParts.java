package dev.samekey.device;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a device is made of.
 *
 * @param service where it is
 * @param framing how a whole response is written
 * @param isKept whether the connection of a caller stays open after a whole response
 */
public record DeviceParts(
        InetSocketAddress service,
        Upstream upstream,
        Answering answering,
        Function<HttpMessage, byte[]> framing,
        boolean isKept) {
    /** Those of a device that sends each request once, and says 502 where the service gives no response. */
    public static DeviceParts of(InetSocketAddress service) {
        return new DeviceParts(
                service,
                FreshConnections.to(service),
                (request, given) -> given.or(() -> Optional.of(HttpMessage.response(502))),
                HttpMessage::bytes,
                true);
    }

    public DeviceParts withUpstream(Upstream other) {
        return new DeviceParts(service, other, answering, framing, isKept);
    }

    public DeviceParts withAnswering(Answering other) {
        return new DeviceParts(service, upstream, other, framing, isKept);
    }

    public DeviceParts withFraming(Function<HttpMessage, byte[]> other) {
        return new DeviceParts(service, upstream, answering, other, isKept);
    }

    public DeviceParts closing() {
        return new DeviceParts(service, upstream, answering, framing, false);
    }
}
