/** What a target file describes: operations, principals, oracles, lifecycle. */
@NullMarked
package dev.samekey.steps.model.targets;

import org.jspecify.annotations.NullMarked;
