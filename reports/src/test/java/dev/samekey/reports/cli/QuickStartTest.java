package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class QuickStartTest {
    @Test
    void the_second_compiler_compiles_nothing() throws Exception {
        QuickStart.begin();

        assertThat(command("compilerDirectivesPrint")).contains("Exclude:true");
    }

    private static String command(String name) throws Exception {
        return (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        name,
                        new Object[0],
                        new String[0]);
    }
}
