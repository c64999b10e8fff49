/** The defects that break a clause on the services that the server calls (EXT). */
@NullMarked
package dev.samekey.defects.external;

import org.jspecify.annotations.NullMarked;
