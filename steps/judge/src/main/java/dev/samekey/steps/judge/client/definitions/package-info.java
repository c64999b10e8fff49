/** The steps of the features about clients. */
@NullMarked
package dev.samekey.steps.judge.client.definitions;

import org.jspecify.annotations.NullMarked;
