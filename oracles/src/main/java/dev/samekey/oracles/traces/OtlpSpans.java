package dev.samekey.oracles.traces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Reads the spans of an OTLP export request, in either of its two encodings. */
final class OtlpSpans {
    private static final ObjectMapper JSON = new ObjectMapper();

    private OtlpSpans() {}

    static List<Span> ofProtobuf(byte[] body) throws IOException {
        return ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .map(span -> new Span(
                        HexFormat.of().formatHex(span.getTraceId().toByteArray()),
                        span.getName(),
                        attributes(span.getAttributesList())))
                .toList();
    }

    static List<Span> ofJson(byte[] body) throws IOException {
        List<Span> spans = new ArrayList<>();
        for (JsonNode resource : JSON.readTree(body).path("resourceSpans")) {
            for (JsonNode scope : resource.path("scopeSpans")) {
                scope.path("spans")
                        .forEach(span -> spans.add(new Span(
                                span.path("traceId").asText(),
                                span.path("name").asText(),
                                attributes(span.path("attributes")))));
            }
        }
        return spans;
    }

    private static Map<String, String> attributes(List<KeyValue> pairs) {
        Map<String, String> attributes = new HashMap<>();
        pairs.forEach(pair -> attributes.put(pair.getKey(), text(pair.getValue())));
        return attributes;
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> String.valueOf(value.getIntValue());
            case BOOL_VALUE -> String.valueOf(value.getBoolValue());
            case DOUBLE_VALUE -> String.valueOf(value.getDoubleValue());
            default -> value.toString().strip();
        };
    }

    /** A value is an object of one member, whose name says of which type it is. */
    private static Map<String, String> attributes(JsonNode pairs) {
        Map<String, String> attributes = new HashMap<>();
        for (JsonNode pair : pairs) {
            for (JsonNode value : pair.path("value")) {
                attributes.put(pair.path("key").asText(), value.isValueNode() ? value.asText() : value.toString());
            }
        }
        return attributes;
    }
}
