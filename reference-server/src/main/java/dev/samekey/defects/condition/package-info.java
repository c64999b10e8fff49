/** The defects that break a clause on conditional requests (CND). */
@NullMarked
package dev.samekey.defects.condition;

import org.jspecify.annotations.NullMarked;
