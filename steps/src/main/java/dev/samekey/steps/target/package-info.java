/** What a target file describes: operations, principals, oracles, lifecycle. */
@NullMarked
package dev.samekey.steps.target;

import org.jspecify.annotations.NullMarked;
