/** The design of test cases for an API and its contract. It sends nothing. */
@NullMarked
package dev.samekey.steps.author.design;

import org.jspecify.annotations.NullMarked;
