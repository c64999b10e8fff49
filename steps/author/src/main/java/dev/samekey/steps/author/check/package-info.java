/** Whether a target file works: each thing that it names is tried once. */
@NullMarked
package dev.samekey.steps.author.check;

import org.jspecify.annotations.NullMarked;
