/** Tokens that are fetched and renewed, and signatures of requests. */
@NullMarked
package dev.samekey.steps.drive.credentials;

import org.jspecify.annotations.NullMarked;
