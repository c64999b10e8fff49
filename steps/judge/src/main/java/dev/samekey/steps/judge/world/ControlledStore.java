package dev.samekey.steps.judge.world;

import dev.samekey.steps.drive.fault.StoreSwitch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store that the target itself, or what is around it, takes away and gives back when it is asked to. */
public final class ControlledStore implements StoreSwitch {
    private final Control cut;
    private final Control restore;
    private final Switches switches;
    private Switches.@Nullable On gone;

    /** @param switches notes that the store is gone, until it is back */
    public ControlledStore(Control cut, Control restore, Switches switches) {
        this.cut = cut;
        this.restore = restore;
        this.switches = switches;
    }

    @Override
    public synchronized void cut() {
        var unused = switches.on(cut, restore, Map.of(), on -> gone = on);
    }

    @Override
    public synchronized void restore() {
        if (gone != null) {
            switches.off(gone);
            gone = null;
        }
    }
}
