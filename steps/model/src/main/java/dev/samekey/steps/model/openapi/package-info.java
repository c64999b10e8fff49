/** What an OpenAPI document says of an API. */
@NullMarked
package dev.samekey.steps.model.openapi;

import org.jspecify.annotations.NullMarked;
