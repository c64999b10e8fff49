/** The defects that break a clause on another payload under a known key (MIS). */
@NullMarked
package dev.samekey.defects.mismatch;

import org.jspecify.annotations.NullMarked;
