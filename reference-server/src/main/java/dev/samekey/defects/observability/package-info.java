/** The defects that break a clause on logs, metrics and traces (OBS). */
@NullMarked
package dev.samekey.defects.observability;

import org.jspecify.annotations.NullMarked;
