/** Stubs of the target's downstream services, such as a payment provider, a shop or a mail service. */
@NullMarked
package dev.samekey.steps.drive.downstream;

import org.jspecify.annotations.NullMarked;
