/** The vocabulary of the features. */
@NullMarked
package dev.samekey.steps.definitions;

import org.jspecify.annotations.NullMarked;
