package dev.samekey.examples.idempotent;

import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class Health {
    @GetMapping("/health")
    Map<String, String> up() {
        return Map.of("status", "up");
    }
}
