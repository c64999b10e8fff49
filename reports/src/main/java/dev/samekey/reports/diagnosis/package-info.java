/** From the pattern of a run's verdicts to the causes that it may have. */
@NullMarked
package dev.samekey.reports.diagnosis;

import org.jspecify.annotations.NullMarked;
