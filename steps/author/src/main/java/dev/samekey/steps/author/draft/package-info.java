/** A first target file for an API, drawn from its OpenAPI document or from a request that works. */
@NullMarked
package dev.samekey.steps.author.draft;

import org.jspecify.annotations.NullMarked;
