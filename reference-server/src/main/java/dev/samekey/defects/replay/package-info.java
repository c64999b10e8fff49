/** The defects that break a clause on replays (RPL). */
@NullMarked
package dev.samekey.defects.replay;

import org.jspecify.annotations.NullMarked;
