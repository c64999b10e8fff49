package dev.samekey.cli;

import dev.samekey.variants.Variant;
import dev.samekey.variants.Variants;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds a variant by its name. */
final class VariantConverter implements ITypeConverter<Variant> {
    @Override
    public Variant convert(String name) {
        List<Variant> variants = Variants.all();
        return variants.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("there is no variant '" + name + "'; did you mean '"
                        + Nearest.to(name, variants.stream().map(Variant::name).toList()) + "'?"));
    }
}
