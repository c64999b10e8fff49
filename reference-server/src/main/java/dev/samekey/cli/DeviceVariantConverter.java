package dev.samekey.cli;

import dev.samekey.device.variants.DeviceVariant;
import dev.samekey.device.variants.DeviceVariants;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a variant of the device by its name. */
final class DeviceVariantConverter implements ITypeConverter<DeviceVariant> {
    @Override
    public DeviceVariant convert(String name) {
        List<DeviceVariant> variants = DeviceVariants.all();
        return variants.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("the device has no variant '" + name
                        + "'; did you mean '"
                        + Nearest.to(
                                name, variants.stream().map(DeviceVariant::name).toList()) + "'?"));
    }
}
