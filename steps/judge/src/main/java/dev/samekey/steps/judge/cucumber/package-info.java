/** The only place that knows how Cucumber works inside: it parses features, runs scenarios and finds step definitions. */
@NullMarked
package dev.samekey.steps.judge.cucumber;

import org.jspecify.annotations.NullMarked;
