/** A run as tests of JUnit. */
@NullMarked
package dev.samekey.reports.junit;

import org.jspecify.annotations.NullMarked;
