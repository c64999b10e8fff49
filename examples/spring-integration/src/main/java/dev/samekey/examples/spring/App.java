package dev.samekey.examples.spring;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.annotation.IntegrationComponentScan;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.metadata.SimpleMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;

/** A payment API in memory whose idempotency comes from the Idempotent Receiver of Spring Integration alone. */
@SpringBootApplication
@IntegrationComponentScan
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

    // As the reference documentation has it: a selector over a metadata store, and the interceptor. The store is the
    // documentation's default. Of the interceptor's three ways with a duplicate, it throws.
    @Bean
    IdempotentReceiverInterceptor idempotentReceiver() {
        IdempotentReceiverInterceptor interceptor = new IdempotentReceiverInterceptor(new MetadataStoreSelector(
                message -> message.getHeaders().get("key", String.class), new SimpleMetadataStore()));
        interceptor.setThrowExceptionOnRejection(true);
        return interceptor;
    }
}
