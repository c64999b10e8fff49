/** Brokers that bring events to the target, NATS JetStream so far: what is published to them, and what becomes of it. */
@NullMarked
package dev.samekey.steps.drive.broker;

import org.jspecify.annotations.NullMarked;
