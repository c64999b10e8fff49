/** A run as a goal of Maven. */
@NullMarked
package dev.samekey.maven;

import org.jspecify.annotations.NullMarked;
