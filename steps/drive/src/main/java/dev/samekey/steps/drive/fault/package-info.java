/** Faults on the way: between the harness and the target, and between the target and its store. */
@NullMarked
package dev.samekey.steps.drive.fault;

import org.jspecify.annotations.NullMarked;
