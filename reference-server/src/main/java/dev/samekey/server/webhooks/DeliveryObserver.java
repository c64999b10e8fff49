package dev.samekey.server.webhooks;

import org.jspecify.annotations.Nullable;

/** Is told of every delivery before its answer leaves (EVT-13). */
@FunctionalInterface
public interface DeliveryObserver {
    void delivered(Delivery delivery, @Nullable String correlationId);
}
