package com.example.shop;

import dev.samekey.reports.junit.Samekey;
import dev.samekey.reports.junit.SamekeyTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class PaymentContractTest {
    @SamekeyTest(
            target = "src/test/resources/api.yaml",
            clauses = {"KEY", "RPL", "MIS", "CON"})
    Stream<DynamicTest> contract(Samekey api, @LocalServerPort int port) {
        return api.url("http://localhost:" + port).verify();
    }
}
