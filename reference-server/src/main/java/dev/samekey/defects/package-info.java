/** Named ways to break one clause each, with a package for each group of clauses; the server knows none of them. */
@NullMarked
package dev.samekey.defects;

import org.jspecify.annotations.NullMarked;
