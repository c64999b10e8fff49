package dev.samekey.server.cli;

import dev.samekey.server.defects.Defect;
import dev.samekey.server.defects.Defects;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a defect by its name. */
final class DefectConverter implements ITypeConverter<Defect> {
    @Override
    public Defect convert(String name) {
        List<Defect> defects = Defects.all();
        return defects.stream()
                .filter(defect -> defect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("there is no defect '" + name + "'; did you mean '"
                        + Nearest.to(name, defects.stream().map(Defect::name).toList()) + "'?"));
    }
}
