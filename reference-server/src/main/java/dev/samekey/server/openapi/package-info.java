/** The OpenAPI document that the server gives of itself. */
@NullMarked
package dev.samekey.server.openapi;

import org.jspecify.annotations.NullMarked;
