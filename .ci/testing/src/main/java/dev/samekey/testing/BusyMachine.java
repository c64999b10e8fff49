package dev.samekey.testing;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * Says in the failure of a test if the machine was too busy since its class began. The test stays failed: what it could not
 * see is no pass.
 */
public final class BusyMachine implements BeforeAllCallback, InvocationInterceptor {
    private static final Namespace OURS = Namespace.create(BusyMachine.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        watch(context);
        context.getStore(OURS).put(Start.class, new Start(System.nanoTime()));
    }

    private record Start(long nanos) {}

    @Override
    public void interceptBeforeAllMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext dynamic, ExtensionContext context)
            throws Throwable {
        run(invocation, context);
    }

    private static void run(Invocation<Void> invocation, ExtensionContext context) throws Throwable {
        try {
            invocation.proceed();
        } catch (TestAbortedException skipped) {
            throw skipped;
        } catch (Throwable failure) {
            Start start = context.getStore(OURS).get(Start.class, Start.class);
            throw explained(failure, watch(context).since(start == null ? Long.MIN_VALUE : start.nanos()));
        }
    }

    /** The failure with a sentence about the machine, or as it is where the machine was quiet. */
    static Throwable explained(Throwable failure, ProcessorWatch.Late late) {
        return late.isMuch() ? new AssertionError(late + "\n" + failure, failure) : failure;
    }

    /** One for all test classes; its store closes it. */
    private static ProcessorWatch watch(ExtensionContext context) {
        return context.getRoot()
                .getStore(OURS)
                .computeIfAbsent(ProcessorWatch.class, unused -> new ProcessorWatch(), ProcessorWatch.class);
    }
}
