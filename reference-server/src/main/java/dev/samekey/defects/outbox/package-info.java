/** The defects that break a clause on the messages that the server sends (OBX). */
@NullMarked
package dev.samekey.defects.outbox;

import org.jspecify.annotations.NullMarked;
