package dev.samekey.client.defects;

import dev.samekey.client.KeyedOperation;
import dev.samekey.client.ParkedOperations;
import java.util.Optional;

/** What it gives back has a member more in its payload. */
record ChangingParking(ParkedOperations parked) implements ParkedOperations {
    @Override
    public boolean park(String id, KeyedOperation operation) {
        return parked.park(id, operation);
    }

    @Override
    public Optional<KeyedOperation> find(String id) {
        return parked.find(id).map(kept -> new KeyedOperation(kept.name(), changed(kept.payload()), kept.key()));
    }

    private static String changed(String payload) {
        return payload.substring(0, payload.lastIndexOf('}')) + ",\"late\":true}";
    }

    @Override
    public void remove(String id) {
        parked.remove(id);
    }
}
