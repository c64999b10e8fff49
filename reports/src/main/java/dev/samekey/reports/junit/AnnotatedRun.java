package dev.samekey.reports.junit;

import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives a test what {@link SamekeyTest} says. */
final class AnnotatedRun implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Samekey.class
                && said(context).isPresent();
    }

    @Override
    public Samekey resolveParameter(ParameterContext parameter, ExtensionContext context) {
        SamekeyTest said = said(context).orElseThrow();
        Samekey api = Samekey.target(said.target())
                .url(said.url())
                .clauses(said.clauses())
                .out(Path.of(said.out()));
        if (!said.profile().isEmpty()) {
            api = api.profile(said.profile());
        }
        if (!said.within().isEmpty()) {
            api = api.within(said.within());
        }
        return said.features().isEmpty() ? api : api.features(Path.of(said.features()));
    }

    /** On the method, or on its class. */
    private static Optional<SamekeyTest> said(ExtensionContext context) {
        return Stream.<Optional<? extends AnnotatedElement>>of(context.getTestMethod(), context.getTestClass())
                .flatMap(Optional::stream)
                .flatMap(place -> AnnotationSupport.findAnnotation(place, SamekeyTest.class).stream())
                .findFirst();
    }
}
