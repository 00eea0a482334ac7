import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The Latchkey client for Java 17 and later: one file without dependencies to copy. Guide: docs/clients/java.md. It may be
 * shared between threads.
 */
public final class LatchkeyClient {
    private static final String AUTHORIZE = "/v1/licenses/authorize", RELEASE = "/v1/licenses/release";
    private static final long CLOCK_SKEW = 300; // seconds
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    /** Neither yes nor no. {@code retryAfter}: time to wait before the next try, null when trying again is pointless. */
    public static final class LatchkeyException extends Exception {
        private static final long serialVersionUID = 1;
        public final String code;
        public final Duration retryAfter;

        LatchkeyException(String code, String message, Duration retryAfter) {
            super(code + ": " + message);
            this.code = code;
            this.retryAfter = retryAfter;
        }
    }

    /** A yes (allow) or a denial (reasonCode; message is for people). Keep the proof for {@link #recall}. */
    public record Answer(boolean allow, String reasonCode, String message, Map<String, Object> data, String proof) {
        public String sessionId() { return (String) data.get("sessionId"); }

        /** The end of the license; null when it has none. */
        public Instant effectiveExpiresAt() {
            return data.get("effectiveExpiresAt") instanceof String end ? Instant.parse(end) : null;
        }
    }

    /** The X-Svc-Signature headers of an answer. */
    public record Headers(String version, String kid, String timestamp, String bodySha256, String nonce, String signature) {}

    private record Reply(int status, HttpResponse<byte[]> response, Map<String, Object> body, String proof) {
        String code() { return error().get("code") instanceof String code ? code : "INTERNAL"; }
        Map<String, Object> error() { return Json.object(body.get("error")); }

        LatchkeyException refusal() {
            boolean again = status == 429 || status >= 500;
            return new LatchkeyException(code(), String.valueOf(error().get("message")), again ? waitOf(response) : null);
        }
    }

    private final String baseUrl, productId, apiKey, signingSecret;
    private final Map<String, PublicKey> keys;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5))
            .followRedirects(HttpClient.Redirect.NEVER).build(); // another server would get the key
    private final SecureRandom random = new SecureRandom();
    private volatile long clockOffset; // seconds by which the service's clock is ahead of this machine's

    /** publicKeys: what signing-key:list prints. Only answers that one of them signed are believed. */
    public LatchkeyClient(String baseUrl, String productId, String apiKey, String signingSecret, List<String> publicKeys) {
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.productId = productId;
        this.apiKey = apiKey;
        this.signingSecret = signingSecret;
        this.keys = pinned(publicKeys);
    }

    /** Asks whether the license may be used. hwid may be null; a sessionId renews a session. */
    public Answer authorize(String licenseKey, String hwid, String sessionId) throws LatchkeyException, InterruptedException {
        Reply reply = call(AUTHORIZE, licenseKey, hwid, sessionId);
        if (reply.body.get("allow") instanceof Boolean) return answerOf(reply.body, reply.proof);
        throw reply.refusal();
    }

    /** Ends a session, so that another may begin. */
    public void release(String licenseKey, String sessionId) throws LatchkeyException, InterruptedException {
        Reply reply = call(RELEASE, licenseKey, null, sessionId);
        if (reply.status != 200 && reply.status != 404) throw reply.refusal();
    }

    /** The answer that was kept, if it allowed this license on this device within the grace; else null. */
    public Answer recall(String proof, String licenseKey, String hwid, Duration grace) {
        try {
            String[] parts = proof.split("\t");
            byte[] body = Base64.getDecoder().decode(parts[4]);
            Headers headers = new Headers("2", parts[1], parts[2], sha256(body), parts[0], parts[3]);
            Instant now = Instant.now(), signedAt = verify(keys, "POST", AUTHORIZE, parts[0], headers, body, now);
            Answer answer = answerOf(Json.object(Json.parse(body)), proof);
            boolean bound = parts[0].equals(nonce(licenseKey, hwid, parts[0].substring(0, 22)));
            boolean timely = !now.isAfter(signedAt.plus(grace)) && !now.isBefore(signedAt.minusSeconds(CLOCK_SKEW));
            Instant end = answer.effectiveExpiresAt();
            return answer.allow && bound && timely && (end == null || now.isBefore(end)) ? answer : null;
        } catch (GeneralSecurityException | RuntimeException unreadable) {
            return null;
        }
    }

    /** 22 random characters and a hash that binds the signed answer to this license and device. */
    private String nonce(String licenseKey, String hwid, String random) {
        String text = String.join("\n", random, productId, licenseKey, hwid == null ? "" : hwid);
        return random + BASE64URL.encodeToString(digest(utf8(text))).substring(0, 42);
    }

    /** A clock that is wrong is learned from the signed refusal; the second try reckons with it. */
    private Reply call(String path, String licenseKey, String hwid, String sessionId)
            throws LatchkeyException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("productId", productId);
        fields.put("licenseKey", licenseKey);
        if (hwid != null) fields.put("hwid", hwid);
        if (sessionId != null) fields.put("sessionId", sessionId);
        byte[] body = utf8(Json.write(fields));
        Reply reply = send(path, licenseKey, hwid, body);
        boolean again = List.of("SIGNATURE_EXPIRED", "NONCE_REUSED").contains(reply.code());
        return again ? send(path, licenseKey, hwid, body) : reply;
    }

    private Reply send(String path, String licenseKey, String hwid, byte[] body)
            throws LatchkeyException, InterruptedException {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        String nonce = nonce(licenseKey, hwid, BASE64URL.encodeToString(bytes));
        String timestamp = String.valueOf(Instant.now().getEpochSecond() + clockOffset);
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .header("Content-Type", "application/json").header("X-Api-Key", apiKey)
                .header("X-Svc-Timestamp", timestamp).header("X-Svc-Nonce", nonce).header("X-Svc-Response-Nonce", nonce)
                .header("X-Svc-Signature", sign(signingSecret, "POST", path, timestamp, nonce, body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
        HttpResponse<byte[]> response = received(request);
        Headers sent = new Headers(header(response, "-Version"), header(response, "-KID"), header(response, "-Timestamp"),
                header(response, "-Body-SHA256"), header(response, "-Nonce"), header(response, ""));
        int status = response.statusCode();
        boolean html = response.headers().firstValue("Content-Type").orElse("").contains("html");
        boolean redirects = status >= 300 && status < 400;
        if (sent.signature.isEmpty() && (status == 429 || status >= 500 || redirects || html)) {
            throw new LatchkeyException("UNREACHABLE", "A proxy answered with HTTP " + status, waitOf(response));
        }
        try {
            Instant signedAt = verify(keys, "POST", path, nonce, sent, response.body(), Instant.now());
            clockOffset = signedAt.getEpochSecond() - Instant.now().getEpochSecond();
        } catch (GeneralSecurityException forged) {
            throw new LatchkeyException("FORGED_RESPONSE", forged.getMessage(), null);
        }
        String encoded = Base64.getEncoder().encodeToString(response.body());
        String proof = String.join("\t", nonce, sent.kid, sent.timestamp, sent.signature, encoded);
        return new Reply(status, response, Json.object(Json.parse(response.body())), proof);
    }

    /** The whole answer within five seconds. The timeout of an HttpRequest would end with the head of the answer. */
    private HttpResponse<byte[]> received(HttpRequest request) throws LatchkeyException, InterruptedException {
        var answer = http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(5, TimeUnit.SECONDS);
        } catch (ExecutionException error) {
            throw new LatchkeyException("UNREACHABLE", error.getCause().toString(), Duration.ofSeconds(1));
        } catch (TimeoutException error) {
            throw new LatchkeyException("UNREACHABLE", "No whole answer within five seconds", Duration.ofSeconds(1));
        } finally {
            answer.cancel(true); // closes the connection after a timeout or an interrupt; else without effect
        }
    }

    /** The X-Svc-Signature of a request over the bytes of its body. */
    public static String sign(String secret, String method, String target, String timestamp, String nonce, byte[] body) {
        String path = target.split("\\?", 2)[0];
        String text = String.join("\n", method.toUpperCase(Locale.ROOT), path, timestamp, nonce, sha256(body));
        return HexFormat.of().formatHex(hmac(utf8(secret), utf8(text)));
    }

    /**
     * When the service signed an answer. The nonce is that of the request; an answer to a request without one (null) is of
     * version 1, which is only as fresh as its timestamp.
     *
     * @throws GeneralSecurityException for an answer that it did not sign for this very request
     */
    public static Instant verify(Map<String, PublicKey> keys, String method, String path, String nonce, Headers sent,
            byte[] body, Instant now) throws GeneralSecurityException {
        if (!sent.version.equals(nonce == null ? "1" : "2") || (nonce != null && !nonce.equals(sent.nonce))) {
            throw new GeneralSecurityException("not bound to the request");
        }
        String hash = sha256(body);
        if (!sent.bodySha256.equals(hash) || !sent.timestamp.matches("[0-9]{1,12}")) {
            throw new GeneralSecurityException("the body was changed");
        }
        Instant signedAt = Instant.ofEpochSecond(Long.parseLong(sent.timestamp));
        if (nonce == null && Math.abs(now.getEpochSecond() - signedAt.getEpochSecond()) > CLOCK_SKEW) {
            throw new GeneralSecurityException("too old");
        }
        PublicKey key = keys.get(sent.kid);
        if (key == null) throw new GeneralSecurityException("signed with a key that is not pinned");
        String text = String.join("\n", "v" + sent.version, sent.timestamp, method, path, hash);
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key);
        verifier.update(utf8(nonce == null ? text : text + "\n" + nonce));
        try {
            if (verifier.verify(Base64.getUrlDecoder().decode(sent.signature))) return signedAt;
        } catch (IllegalArgumentException noBase64) {
            // as bad as any other
        }
        throw new GeneralSecurityException("bad signature");
    }

    /** Whether a delivery is from the service and less than five minutes old. The body is that of the bytes received. */
    public static boolean verifyWebhook(String secret, String id, String timestamp, String signatures, byte[] body, Instant now) {
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > CLOCK_SKEW) return false;
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        byte[] mac = hmac(key, utf8(id + "." + timestamp + "."), body);
        byte[] expected = utf8("v1," + Base64.getEncoder().encodeToString(mac));
        boolean genuine = false;
        for (String one : signatures.split(" ")) genuine |= MessageDigest.isEqual(utf8(one), expected);
        return genuine;
    }

    /** Public keys by their ids: the id is the thumbprint of the key (RFC 7638). */
    public static Map<String, PublicKey> pinned(List<String> publicKeys) {
        Map<String, PublicKey> keys = new HashMap<>();
        byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + "00".repeat(32));
        try {
            for (String x : publicKeys) {
                byte[] raw = Base64.getUrlDecoder().decode(x);
                System.arraycopy(raw, 0, der, 12, 32);
                String jwk = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + BASE64URL.encodeToString(raw) + "\"}";
                keys.put(BASE64URL.encodeToString(digest(utf8(jwk))),
                        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der.clone())));
            }
        } catch (GeneralSecurityException | RuntimeException error) {
            throw new IllegalArgumentException("Not a public key", error);
        }
        if (keys.isEmpty()) throw new IllegalArgumentException("Pin the public keys of your service");
        return keys;
    }

    private static Answer answerOf(Map<String, Object> body, String proof) {
        String reason = (String) body.get("reasonCode"), message = (String) body.get("message");
        return new Answer((Boolean) body.get("allow"), reason, message, Json.object(body.get("data")), proof);
    }

    private static String header(HttpResponse<?> response, String end) {
        return response.headers().firstValue("X-Svc-Signature" + end).orElse("");
    }

    private static Duration waitOf(HttpResponse<?> response) {
        String seconds = response.headers().firstValue("Retry-After").orElse("1");
        return Duration.ofSeconds(seconds.matches("[0-9]{1,6}") ? Long.parseLong(seconds) : 1);
    }

    private static byte[] utf8(String text) { return text.getBytes(StandardCharsets.UTF_8); }

    private static String sha256(byte[] bytes) { return HexFormat.of().formatHex(digest(bytes)); }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            for (byte[] part : parts) mac.update(part);
            return mac.doFinal();
        } catch (GeneralSecurityException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }

    /** As much JSON as the client needs. If your program has a JSON library, use that. */
    private static final class Json {
        private final String text;
        private int at;

        private Json(String text) { this.text = text; }

        static Object parse(byte[] body) { return new Json(new String(body, StandardCharsets.UTF_8)).value(); }

        @SuppressWarnings("unchecked")
        static Map<String, Object> object(Object value) { return value instanceof Map ? (Map<String, Object>) value : Map.of(); }

        static String write(Map<String, String> fields) {
            List<String> pairs = new ArrayList<>();
            fields.forEach((name, value) -> pairs.add(quoted(name) + ":" + quoted(value)));
            return "{" + String.join(",", pairs) + "}";
        }

        private static String quoted(String value) {
            StringBuilder out = new StringBuilder("\"");
            value.chars().forEach(c -> out.append(c < 32 || c == '"' || c == '\\' ? String.format("\\u%04x", c) : (char) c + ""));
            return out.append('"').toString();
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        private Object value() {
            switch (next()) {
                case '{': {
                    Map<String, Object> object = new LinkedHashMap<>();
                    for (at++; next() != '}';) {
                        if (text.charAt(at) == ',') { at++; next(); }
                        String name = string();
                        next();
                        at++; // the colon
                        object.put(name, value());
                    }
                    at++;
                    return object;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    for (at++; next() != ']';) {
                        if (text.charAt(at) == ',') at++;
                        list.add(value());
                    }
                    at++;
                    return list;
                }
                case '"': return string();
                default: {
                    int from = at;
                    while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
                    String word = text.substring(from, at);
                    return word.equals("null") ? null : word.equals("true") || word.equals("false")
                            ? (Object) Boolean.valueOf(word) : (Object) new BigDecimal(word);
                }
            }
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    c = text.charAt(++at);
                    int special = "bfnrt".indexOf(c);
                    if (c == 'u') {
                        c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else if (special >= 0) c = "\b\f\n\r\t".charAt(special);
                }
                out.append(c);
            }
            at++;
            return out.toString();
        }
    }
}
