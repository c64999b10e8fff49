/** The life of a key as a model: its states, what happens to it, and which scenarios try that. */
@NullMarked
package dev.samekey.steps.model.states;

import org.jspecify.annotations.NullMarked;
