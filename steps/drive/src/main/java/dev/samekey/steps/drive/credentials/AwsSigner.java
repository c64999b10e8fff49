package dev.samekey.steps.drive.credentials;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Signing;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Signature Version 4 of AWS, in the header {@code Authorization}. Host, Content-Type and all of AWS's own headers are signed. */
record AwsSigner(Signing.Aws aws, InstantSource time) implements Signer {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String HASH = "HmacSHA256";
    /** The names under which requests to S3 are signed. */
    private static final Set<String> S3 = Set.of("s3", "s3express", "s3-outposts", "s3-object-lambda");

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    @Override
    public Request sign(Request request, URI replica) {
        String stamp = STAMP.format(time.instant());
        String hash = hex(SignedNames.sha256(request.bytes()));
        Request stamped = request.with("X-Amz-Date", stamp);
        if (isS3()) {
            stamped = stamped.with("X-Amz-Content-Sha256", hash);
        }
        if (aws.sessionToken() != null) {
            stamped = stamped.with("X-Amz-Security-Token", aws.sessionToken());
        }
        Map<String, String> signed = signed(stamped, replica);
        String names = String.join(";", signed.keySet());
        String canonical = String.join(
                "\n",
                request.method(),
                path(SignedNames.path(request, replica)),
                query(request.path()),
                signed.entrySet().stream()
                        .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining()),
                names,
                hash);
        String day = stamp.substring(0, 8);
        String scope = String.join("/", day, aws.region(), aws.service(), "aws4_request");
        String text = String.join(
                "\n", ALGORITHM, stamp, scope, hex(SignedNames.sha256(canonical.getBytes(StandardCharsets.UTF_8))));
        return stamped.with(
                "Authorization",
                ALGORITHM + " Credential=" + aws.accessKey() + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                        + hex(HmacSignature.code(HASH, key(day), text)));
    }

    private boolean isS3() {
        return S3.contains(aws.service());
    }

    private byte[] key(String day) {
        byte[] key = ("AWS4" + aws.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {day, aws.region(), aws.service(), "aws4_request"}) {
            key = HmacSignature.code(HASH, key, part);
        }
        return key;
    }

    private static Map<String, String> signed(Request request, URI replica) {
        Map<String, String> signed = new TreeMap<>();
        signed.put("host", replica.getRawAuthority());
        for (Header header : request.headers()) {
            String name = header.name().toLowerCase(Locale.ROOT);
            if (name.startsWith("x-amz-") || name.equals("content-type")) {
                signed.merge(name, header.value().strip().replaceAll(" +", " "), (one, other) -> one + "," + other);
            }
        }
        return signed;
    }

    /** But for S3 it is without empty segments and dots, and each segment is encoded once more than it stands in the request. */
    private String path(String whole) {
        String path = whole.split("\\?", 2)[0];
        return path.isEmpty() ? "/" : isS3() ? path : normal(path);
    }

    private static String normal(String path) {
        Deque<String> segments = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.addLast(encoded(segment));
            }
        }
        String end = path.endsWith("/") && !segments.isEmpty() ? "/" : "";
        return "/" + String.join("/", segments) + end;
    }

    private static String query(String whole) {
        int query = whole.indexOf('?');
        return query < 0
                ? ""
                : Arrays.stream(whole.substring(query + 1).split("&"))
                        .filter(pair -> !pair.isEmpty())
                        .map(pair -> pair.split("=", 2))
                        .map(sides -> encoded(decoded(sides[0])) + "="
                                + (sides.length == 1 ? "" : encoded(decoded(sides[1]))))
                        .sorted()
                        .collect(Collectors.joining("&"));
    }

    /** A plus is no space in a URL that AWS reads. */
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
