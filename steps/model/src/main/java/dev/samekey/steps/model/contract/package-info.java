/** The clauses, and how a dialect says them. */
@NullMarked
package dev.samekey.steps.model.contract;

import org.jspecify.annotations.NullMarked;
