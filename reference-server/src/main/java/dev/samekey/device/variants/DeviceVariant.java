package dev.samekey.device.variants;

import dev.samekey.device.DeviceParts;
import java.util.function.UnaryOperator;

/**
 * Another way in which a device keeps the contract.
 *
 * @param name on the command line
 * @param how what it does, in a sentence
 * @param change the parts with other ones among them
 */
public record DeviceVariant(String name, String how, UnaryOperator<DeviceParts> change) {
    /** The parts of a device that keeps the contract this way. */
    public DeviceParts apply(DeviceParts parts) {
        return change.apply(parts);
    }
}
