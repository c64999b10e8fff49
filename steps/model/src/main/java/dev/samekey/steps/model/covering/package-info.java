/** Covering arrays: few rows in which each combination of a few values occurs. */
@NullMarked
package dev.samekey.steps.model.covering;

import org.jspecify.annotations.NullMarked;
