package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.targets.Target;
import org.jspecify.annotations.Nullable;

/**
 * Who sends, and whose data is meant.
 *
 * @param principal by its name in the target file
 * @param tenant null where the API has no tenants
 */
public record Caller(String principal, Target.@Nullable Tenant tenant) {}
