package dev.samekey.server.contract;

import java.util.Map;

/** How a contract tells a fault: status, stable code, title, and the headers that belong to it. */
public record Refusal(int status, String code, String title, Map<String, String> headers) {}
