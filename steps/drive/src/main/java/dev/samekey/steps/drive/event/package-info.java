/** The producer of events, simulated by the harness: it signs and delivers, and does so wrongly where that is the test. */
@NullMarked
package dev.samekey.steps.drive.event;

import org.jspecify.annotations.NullMarked;
