package dev.samekey.examples.spring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.integration.annotation.Gateway;
import org.springframework.integration.annotation.MessagingGateway;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Payload;

/** The way into the flow: a message with the order as its payload and the key as a header. */
@MessagingGateway
interface Sales {
    @Gateway(requestChannel = "payments")
    ObjectNode pay(@Payload ObjectNode order, @Header("key") String key);

    @Gateway(requestChannel = "refunds")
    ObjectNode refund(@Payload ObjectNode order, @Header("key") String key);
}
