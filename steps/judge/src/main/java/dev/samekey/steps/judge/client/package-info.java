/** What the scenarios about a client share: the service that they play, what the client was asked, and what arrived. */
@NullMarked
package dev.samekey.steps.judge.client;

import org.jspecify.annotations.NullMarked;
