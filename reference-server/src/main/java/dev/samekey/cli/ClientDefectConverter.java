package dev.samekey.cli;

import dev.samekey.client.defects.ClientDefect;
import dev.samekey.client.defects.ClientDefects;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a defect of the client by its name. */
final class ClientDefectConverter implements ITypeConverter<ClientDefect> {
    @Override
    public ClientDefect convert(String name) {
        List<ClientDefect> defects = ClientDefects.all();
        return defects.stream()
                .filter(defect -> defect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("the client has no defect '" + name + "'; did you mean '"
                        + Nearest.to(
                                name, defects.stream().map(ClientDefect::name).toList()) + "'?"));
    }
}
