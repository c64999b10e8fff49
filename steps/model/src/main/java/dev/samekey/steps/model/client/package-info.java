/** What a client that was not driven has left behind. */
@NullMarked
package dev.samekey.steps.model.client;

import org.jspecify.annotations.NullMarked;
