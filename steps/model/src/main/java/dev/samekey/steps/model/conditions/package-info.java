/** What may change around the requests of a scenario: factors, their values, and combinations of them. */
@NullMarked
package dev.samekey.steps.model.conditions;

import org.jspecify.annotations.NullMarked;
