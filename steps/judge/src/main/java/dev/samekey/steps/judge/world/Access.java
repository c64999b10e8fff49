package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Target;

/**
 * The access to a target that all scenarios of a run share.
 *
 * @param wire the only way by which anything reaches the target
 * @param created what was created over the wire
 * @param parents what the operations came after
 */
public record Access(Target target, Wire wire, Capabilities capabilities, Created created, Parents parents) {
    /** Where nothing was sent yet. */
    public Access(Target target, Wire wire, Capabilities capabilities, Created created) {
        this(target, wire, capabilities, created, new Parents());
    }
}
