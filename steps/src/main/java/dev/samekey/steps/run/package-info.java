/** One run of the contract against one target. */
@NullMarked
package dev.samekey.steps.run;

import org.jspecify.annotations.NullMarked;
