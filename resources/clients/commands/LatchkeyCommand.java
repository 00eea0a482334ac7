import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The client for Java on the command line: docs/clients/README.md#from-the-command-line. */
final class LatchkeyCommand {
    /** One test vector: fields separated by tabs, the body last, in base64. */
    private static String check(String command, String[] f) {
        byte[] body = Base64.getDecoder().decode(f[f.length - 1]);
        boolean genuine = true;
        switch (command) {
            case "sign": return LatchkeyClient.sign(f[0], f[1], f[2], f[3], f[4], body);
            case "webhook":
                genuine = LatchkeyClient.verifyWebhook(f[0], f[2], f[3], f[4], body, Instant.ofEpochSecond(Long.parseLong(f[1])));
                break;
            default:
                try {
                    LatchkeyClient.Headers sent = new LatchkeyClient.Headers(f[5], f[6], f[7], f[8], f[9], f[10]);
                    Instant now = Instant.ofEpochSecond(Long.parseLong(f[4]));
                    LatchkeyClient.verify(LatchkeyClient.pinned(List.of(f[0].split(","))), f[1], f[2], f[3].isEmpty() ? null : f[3], sent, body, now);
                } catch (GeneralSecurityException forged) {
                    genuine = false;
                }
        }
        return genuine ? "genuine" : "forged";
    }

    public static void main(String[] words) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (List.of("sign", "verify", "webhook").contains(words[0])) {
            for (String line; (line = lines.readLine()) != null;) System.out.println(check(words[0], line.split("\t", -1)));
            return;
        }
        Map<String, String> env = System.getenv();
        LatchkeyClient client = new LatchkeyClient(env.get("LATCHKEY_URL"), env.get("LATCHKEY_PRODUCT"),
                env.get("LATCHKEY_API_KEY"), env.get("LATCHKEY_SECRET"), List.of(env.get("LATCHKEY_KEYS").split(",")));
        try {
            switch (words[0]) {
                case "release": client.release(words[1], words[2]); return;
                case "recall": {
                    for (String line; (line = lines.readLine()) != null;) {
                        String[] f = line.split("\t", 3);
                        boolean known = client.recall(f[2], f[0], f[1], Duration.ofDays(7)) != null;
                        System.out.println(known ? "allowed" : "unknown");
                    }
                    return;
                }
                default: {
                    LatchkeyClient.Answer answer = client.authorize(words[1], words.length > 2 ? words[2] : null, null);
                    System.out.println(answer.allow() ? "allowed " + answer.sessionId() + "\n" + answer.proof() : "denied " + answer.reasonCode());
                    System.exit(answer.allow() ? 0 : 3);
                }
            }
        } catch (LatchkeyClient.LatchkeyException error) {
            System.out.println("error " + error.code + " " + (error.retryAfter == null ? "never" : error.retryAfter.toSeconds()));
            System.exit(4);
        }
    }
}
