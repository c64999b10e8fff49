/** YAML files whose errors name file, line and member. */
@NullMarked
package dev.samekey.steps.model.file;

import org.jspecify.annotations.NullMarked;
