/** NATS JetStream as another way in for events and another way out for messages. */
@NullMarked
package dev.samekey.server.broker;

import org.jspecify.annotations.NullMarked;
