/** How a client under test is asked to do operations: as a command, by a trigger, or in this process. */
@NullMarked
package dev.samekey.steps.drive.client;

import org.jspecify.annotations.NullMarked;
