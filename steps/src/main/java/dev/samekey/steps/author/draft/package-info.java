/** A first target file for an API, drawn from its OpenAPI document. */
@NullMarked
package dev.samekey.steps.author.draft;

import org.jspecify.annotations.NullMarked;
