/** The defects that break a clause on duplicates that arrive together (CON). */
@NullMarked
package dev.samekey.defects.concurrency;

import org.jspecify.annotations.NullMarked;
