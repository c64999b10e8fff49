package dev.samekey.examples.idempotent;

import io.github.arun0009.idempotent.core.aspect.IdempotentAspect;
import io.github.arun0009.idempotent.core.persistence.InMemoryIdempotentStore;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A payment API in memory whose idempotency comes from the library idempotent alone. */
@SpringBootApplication
public class App {
    /** Listens on the PORT that the environment names (8080). */
    public static void main(String[] args) {
        SpringApplication app = new SpringApplication(App.class);
        app.setDefaultProperties(Map.of(
                "server.address", "127.0.0.1",
                "server.port", System.getenv().getOrDefault("PORT", "8080"),
                "spring.main.banner-mode", "off"));
        app.run(args);
    }

    // As the library's README says: the aspect is a bean of the application, made with the store of its choice.
    @Bean
    IdempotentAspect idempotentAspect() {
        return new IdempotentAspect(new InMemoryIdempotentStore());
    }
}
