/** The words that a step may fill in, each kind an enum. */
@NullMarked
package dev.samekey.steps.judge.words;

import org.jspecify.annotations.NullMarked;
