package dev.samekey.client.defects;

import dev.samekey.client.KeyedOperation;
import dev.samekey.client.ParkedOperations;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps operations in the memory of the process. */
record ForgetfulParking(Map<String, KeyedOperation> operations) implements ParkedOperations {
    ForgetfulParking() {
        this(new ConcurrentHashMap<>());
    }

    @Override
    public boolean park(String id, KeyedOperation operation) {
        operations.put(id, operation);
        return true;
    }

    @Override
    public Optional<KeyedOperation> find(String id) {
        return Optional.ofNullable(operations.get(id));
    }

    @Override
    public void remove(String id) {
        operations.remove(id);
    }
}
