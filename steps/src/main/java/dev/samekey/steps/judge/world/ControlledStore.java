package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.fault.StoreSwitch;

/** A store that the target itself, or what is around it, takes away and gives back when it is asked to. */
public final class ControlledStore implements StoreSwitch {
    private final Control cut;
    private final Control restore;
    private boolean gone;

    public ControlledStore(Control cut, Control restore) {
        this.cut = cut;
        this.restore = restore;
    }

    @Override
    public synchronized void cut() {
        // What was asked for may have happened, whatever the answer is.
        gone = true;
        var unused = cut.send();
    }

    @Override
    public synchronized void restore() {
        if (gone) {
            var unused = restore.send();
            gone = false;
        }
    }
}
