/** What the steps of one scenario share. */
@NullMarked
package dev.samekey.steps.world;

import org.jspecify.annotations.NullMarked;
