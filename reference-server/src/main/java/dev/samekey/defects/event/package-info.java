/** The defects that break a clause on consumers of events (EVT). */
@NullMarked
package dev.samekey.defects.event;

import org.jspecify.annotations.NullMarked;
