/** Requests, answers, and the ways to send: once, in a race, the moment another one is answered, while something else happens. */
@NullMarked
package dev.samekey.steps.drive.http;

import org.jspecify.annotations.NullMarked;
