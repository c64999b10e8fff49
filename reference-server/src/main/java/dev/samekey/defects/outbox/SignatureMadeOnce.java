package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.outbox.HttpCourier;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Each attempt has the time and the signature of the first one, which grows stale. */
final class SignatureMadeOnce extends Defect {
    SignatureMadeOnce() {
        super(
                "signature-made-once",
                "OBX-3",
                "",
                "Each attempt has the time and the signature of the first one, which grows stale.");
    }

    @Override
    public Parts apply(Parts parts) {
        Map<UUID, Map<String, String>> made = new ConcurrentHashMap<>();
        return Couriers.each(
                parts,
                courier -> courier instanceof HttpCourier http
                        ? http.withHeaders(
                                headers -> message -> made.computeIfAbsent(message.id(), id -> headers.apply(message)))
                        : courier);
    }
}
