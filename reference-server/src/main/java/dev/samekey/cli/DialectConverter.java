package dev.samekey.cli;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.dialect.DialectException;
import dev.samekey.server.dialect.Dialects;
import dev.samekey.server.dialect.ShippedDialects;
import dev.samekey.server.dialect.UnknownDialectException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the contract of a dialect. */
final class DialectConverter implements ITypeConverter<Contract> {
    @Override
    public Contract convert(String nameOrFile) {
        try {
            return new Dialects().contract(nameOrFile);
        } catch (UnknownDialectException unknown) {
            throw new TypeConversionException(
                    unknown.getMessage() + "; did you mean '" + Nearest.to(nameOrFile, ShippedDialects.names()) + "'?");
        } catch (DialectException unspeakable) {
            throw new TypeConversionException(unspeakable.getMessage());
        }
    }
}
