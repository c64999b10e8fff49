/** What steps do to a target, beyond sending a request. */
@NullMarked
package dev.samekey.steps.judge.act;

import org.jspecify.annotations.NullMarked;
