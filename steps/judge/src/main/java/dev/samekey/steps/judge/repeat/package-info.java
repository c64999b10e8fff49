/** How somebody else sees a break again: a script of the requests that a scenario has sent. */
@NullMarked
package dev.samekey.steps.judge.repeat;

import org.jspecify.annotations.NullMarked;
