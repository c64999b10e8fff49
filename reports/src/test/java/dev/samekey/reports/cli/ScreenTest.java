package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
    @Test
    void a_terminal_is_as_wide_as_it_says_and_80_columns_where_it_says_nothing() {
        assertThat(Screen.columns("24 132\n")).isEqualTo(132);
        assertThat(Screen.columns("")).isEqualTo(80);
        assertThat(Screen.columns("0 0")).isEqualTo(80);
        assertThat(Screen.columns("stty: standard input: Inappropriate ioctl for device"))
                .isEqualTo(80);
        assertThat(Screen.columns("24 99999999999")).isEqualTo(80);
    }

    @Test
    void a_process_whose_output_is_read_by_another_has_no_colours_and_no_line_that_changes() {
        assertThat(Screen.here()).isEqualTo(new Screen(false, false, 80));
    }
}
