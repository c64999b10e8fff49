package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Something that a counterpart did. Under a key it does it once, and gives the result again. */
record Act(String id, String about, @Nullable String key, JsonNode result) {}
