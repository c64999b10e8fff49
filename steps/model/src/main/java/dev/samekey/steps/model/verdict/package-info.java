/** What a clause and a scenario can come out as, with the facts. */
@NullMarked
package dev.samekey.steps.model.verdict;

import org.jspecify.annotations.NullMarked;
