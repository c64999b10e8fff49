/** The service that a client under test calls: it speaks a dialect, misbehaves by script, and records what it receives. */
@NullMarked
package dev.samekey.steps.drive.service;

import org.jspecify.annotations.NullMarked;
