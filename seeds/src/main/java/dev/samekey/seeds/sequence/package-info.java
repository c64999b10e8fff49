/** Sequences of payments, refunds and voids, and what they must come to (REV-5). */
@NullMarked
package dev.samekey.seeds.sequence;

import org.jspecify.annotations.NullMarked;
