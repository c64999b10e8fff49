/** What the steps of one scenario share. */
@NullMarked
package dev.samekey.steps.judge.world;

import org.jspecify.annotations.NullMarked;
