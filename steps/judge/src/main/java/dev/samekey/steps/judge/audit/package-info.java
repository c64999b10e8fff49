/** Recorded traffic, judged key by key: what was recorded must have an explanation by the contract. Nothing is sent. */
@NullMarked
package dev.samekey.steps.judge.audit;

import org.jspecify.annotations.NullMarked;
