/** From the evidence of a run to a verdict for each clause, and to the gate. */
@NullMarked
package dev.samekey.reports.verdict;

import org.jspecify.annotations.NullMarked;
