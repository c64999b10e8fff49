package dev.samekey.reports.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A command that ran in this process. */
record Ran(int code, String said) {
    static Ran of(String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        int code = Main.commandLine().setOut(writer).setErr(writer).execute(arguments);
        return new Ran(code, said.toString());
    }
}
