package dev.samekey.oracles.evidence;

/**
 * One thing that was seen, as a report shows it.
 *
 * @param kind what it is: {@code exchange}, {@code race}, {@code rows}, {@code items}, {@code arrivals},
 *     {@code log}, {@code metrics}, {@code spans}, {@code story}, {@code delays}, {@code wire}, {@code picture} or {@code description}
 * @param title one line: the request, and where it was sent
 * @param mediaType of the text, {@code text/plain}, {@code application/json} or {@code image/svg+xml}
 * @param text the actual text, as it was read
 */
public record Evidence(String kind, String title, String mediaType, String text) {
    public static Evidence text(String kind, String title, String text) {
        return new Evidence(kind, title, "text/plain", text);
    }
}
