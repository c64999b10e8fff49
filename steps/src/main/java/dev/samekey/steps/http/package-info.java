/** Requests, answers, and the three ways to send: once, in a race, with the answer lost. */
@NullMarked
package dev.samekey.steps.http;

import org.jspecify.annotations.NullMarked;
