/** YAML files whose errors name file, line and member. */
@NullMarked
package dev.samekey.steps.file;

import org.jspecify.annotations.NullMarked;
