/** One run of the contract against one target. */
@NullMarked
package dev.samekey.steps.judge.run;

import org.jspecify.annotations.NullMarked;
