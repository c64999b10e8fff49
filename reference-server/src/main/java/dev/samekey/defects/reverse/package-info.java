/** The defects that break a clause on refunds, voids and other reversals (REV). */
@NullMarked
package dev.samekey.defects.reverse;

import org.jspecify.annotations.NullMarked;
