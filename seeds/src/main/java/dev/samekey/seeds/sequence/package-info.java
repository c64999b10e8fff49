/** Sequences of payments, refunds and voids, and what they must come to (REV-5). The only package that knows jqwik. */
@NullMarked
package dev.samekey.seeds.sequence;

import org.jspecify.annotations.NullMarked;
