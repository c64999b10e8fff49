/** The world around the server as tests want it: a provider that moves no money, and trouble on request. */
@NullMarked
package dev.samekey.server.sandbox;

import org.jspecify.annotations.NullMarked;
