package dev.samekey.cli;

import dev.samekey.client.variants.ClientVariant;
import dev.samekey.client.variants.ClientVariants;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a variant of the client by its name. */
final class ClientVariantConverter implements ITypeConverter<ClientVariant> {
    @Override
    public ClientVariant convert(String name) {
        List<ClientVariant> variants = ClientVariants.all();
        return variants.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("the client has no variant '" + name
                        + "'; did you mean '"
                        + Nearest.to(
                                name, variants.stream().map(ClientVariant::name).toList()) + "'?"));
    }
}
