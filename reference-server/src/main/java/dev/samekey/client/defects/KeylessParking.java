package dev.samekey.client.defects;

import dev.samekey.client.KeyedOperation;
import dev.samekey.client.Keys;
import dev.samekey.client.ParkedOperations;
import java.util.Optional;

/** Keeps operations without their keys. */
record KeylessParking(ParkedOperations parked, Keys keys) implements ParkedOperations {
    @Override
    public boolean park(String id, KeyedOperation operation) {
        return parked.park(id, operation);
    }

    @Override
    public Optional<KeyedOperation> find(String id) {
        return parked.find(id).map(kept -> new KeyedOperation(kept.name(), kept.payload(), keys.next()));
    }

    @Override
    public void remove(String id) {
        parked.remove(id);
    }
}
