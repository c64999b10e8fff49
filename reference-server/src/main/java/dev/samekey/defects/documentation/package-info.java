/** The defects that break a clause on the documentation of the API (DOC). */
@NullMarked
package dev.samekey.defects.documentation;

import org.jspecify.annotations.NullMarked;
