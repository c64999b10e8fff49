/** Those whom the target calls, such as a payment provider, a shop or a mail service, as the harness plays them. */
@NullMarked
package dev.samekey.steps.drive.downstream;

import org.jspecify.annotations.NullMarked;
