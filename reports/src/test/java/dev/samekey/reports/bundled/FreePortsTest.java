package dev.samekey.reports.bundled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void a_port_that_somebody_listens_on_is_left_out() throws IOException {
        int free = new FreePorts().pick(1).get(0);
        try (ServerSocket taken = new ServerSocket(free, 1, InetAddress.getLoopbackAddress())) {
            assertThat(new FreePorts(taken.getLocalPort(), 1).pick(2))
                    .hasSize(2)
                    .doesNotContain(free);
        }
    }

    @Test
    void two_picks_share_no_port() {
        FreePorts ports = new FreePorts();
        List<Integer> both =
                Stream.of(ports.pick(8), ports.pick(8)).flatMap(List::stream).toList();
        assertThat(both).doesNotHaveDuplicates();
    }

    @Test
    void two_processes_that_begin_at_the_same_port_go_different_ways() {
        List<Integer> one = new FreePorts(20_000, 3).pick(20);
        List<Integer> other = new FreePorts(20_000, 1_001).pick(20);
        assertThat(one).filteredOn(other::contains).hasSizeLessThan(2);
    }

    @Test
    void all_lie_below_the_ports_of_outgoing_connections_and_above_the_privileged_ones() {
        assertThat(new FreePorts(32_765, 1).pick(8)).allMatch(port -> port >= 16_384 && port < 32_768);
    }
}
