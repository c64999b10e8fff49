package dev.samekey.reports.bundled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void a_port_that_somebody_listens_on_is_left_out() throws IOException {
        try (FreePorts ports = new FreePorts();
                ServerSocket taken = new ServerSocket(ports.pick(1).get(0) + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ports.pick(2)).hasSize(2).doesNotContain(taken.getLocalPort());
        }
    }

    @Test
    void two_picks_share_no_port() {
        try (FreePorts ports = new FreePorts()) {
            assertThat(Stream.of(ports.pick(8), ports.pick(8)).flatMap(List::stream))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void two_processes_share_no_port_however_many_they_pick() {
        try (FreePorts one = new FreePorts(7);
                FreePorts other = new FreePorts(7)) {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ports.addAll(one.pick(8));
            }
            assertThat(other.pick(200)).doesNotContainAnyElementsOf(ports);
        }
    }

    @Test
    void all_lie_below_the_ports_of_outgoing_connections_and_above_the_privileged_ones() {
        try (FreePorts last = new FreePorts(FreePorts.BLOCKS - 1)) {
            assertThat(last.pick(400)).allMatch(port -> port >= 16_384 && port < 32_768);
        }
    }
}
