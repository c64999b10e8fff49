/** The target as a process that the harness starts, kills and starts again. */
@NullMarked
package dev.samekey.steps.drive.process;

import org.jspecify.annotations.NullMarked;
