/** Named ways to break one clause each; every defect replaces one part of a replica. */
@NullMarked
package dev.samekey.server.defects;

import org.jspecify.annotations.NullMarked;
