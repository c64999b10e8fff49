package dev.samekey.cli;

import dev.samekey.defects.Defects;
import dev.samekey.defects.common.Defect;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a defect by its name. */
final class DefectConverter implements ITypeConverter<Defect> {
    @Override
    public Defect convert(String name) {
        return Defects.named(name)
                .orElseThrow(() -> new TypeConversionException("there is no defect '" + name + "'; did you mean '"
                        + Nearest.to(
                                name, Defects.all().stream().map(Defect::name).toList()) + "'?"));
    }
}
