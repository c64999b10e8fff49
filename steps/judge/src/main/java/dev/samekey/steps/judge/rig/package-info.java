/** All that a target needs around it while it is judged, checked or asked. */
@NullMarked
package dev.samekey.steps.judge.rig;

import org.jspecify.annotations.NullMarked;
