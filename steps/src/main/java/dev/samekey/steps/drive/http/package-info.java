/** Requests, answers, and the three ways to send: once, in a race, while something else happens. */
@NullMarked
package dev.samekey.steps.drive.http;

import org.jspecify.annotations.NullMarked;
