/** The vocabulary of the features. */
@NullMarked
package dev.samekey.steps.judge.definitions;

import org.jspecify.annotations.NullMarked;
