package dev.samekey.cli;

import dev.samekey.device.defects.DeviceDefect;
import dev.samekey.device.defects.DeviceDefects;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a defect of the device by its name. */
final class DeviceDefectConverter implements ITypeConverter<DeviceDefect> {
    @Override
    public DeviceDefect convert(String name) {
        List<DeviceDefect> defects = DeviceDefects.all();
        return defects.stream()
                .filter(defect -> defect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("the device has no defect '" + name + "'; did you mean '"
                        + Nearest.to(
                                name, defects.stream().map(DeviceDefect::name).toList()) + "'?"));
    }
}
