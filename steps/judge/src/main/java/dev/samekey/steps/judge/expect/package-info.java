/** What the contract says of responses, records and logs, and how they are compared. */
@NullMarked
package dev.samekey.steps.judge.expect;

import org.jspecify.annotations.NullMarked;
