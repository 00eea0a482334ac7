// The client for C# on the command line: docs/clients/README.md#from-the-command-line.
using System;
using System.Linq;
using Latchkey;

internal static class LatchkeyCommand
{
    /// <summary>One test vector: fields separated by tabs, the body last, in base64.</summary>
    private static string Check(string command, string[] f)
    {
        var body = Convert.FromBase64String(f.Last());
        if (command == "sign") return LatchkeyClient.Sign(f[0], f[1], f[2], f[3], f[4], body);
        if (command == "webhook")
        {
            return LatchkeyClient.VerifyWebhook(f[0], f[2], f[3], f[4], body, At(f[1])) ? "genuine" : "forged";
        }
        var sent = new SignatureHeaders
        {
            Version = f[5], Kid = f[6], Timestamp = f[7], BodySha256 = f[8], Nonce = f[9], Signature = f[10]
        };
        try
        {
            var keys = LatchkeyClient.Pinned(f[0].Split(','));
            LatchkeyClient.Verify(keys, f[1], f[2], f[3] == "" ? null : f[3], sent, body, At(f[4]));
            return "genuine";
        }
        catch (ForgedException)
        {
            return "forged";
        }
    }

    private static DateTimeOffset At(string seconds) => DateTimeOffset.FromUnixTimeSeconds(long.Parse(seconds));

    private static string Env(string name) => Environment.GetEnvironmentVariable("LATCHKEY_" + name);

    private static int Main(string[] words)
    {
        if (new[] { "sign", "verify", "webhook" }.Contains(words[0]))
        {
            string line;
            while ((line = Console.In.ReadLine()) != null) Console.WriteLine(Check(words[0], line.Split('\t')));
            return 0;
        }
        var client = new LatchkeyClient(Env("URL"), Env("PRODUCT"), Env("API_KEY"), Env("SECRET"), Env("KEYS").Split(','));
        try
        {
            if (words[0] == "release")
            {
                client.ReleaseAsync(words[1], words[2]).GetAwaiter().GetResult();
                return 0;
            }
            if (words[0] == "recall")
            {
                string kept;
                while ((kept = Console.In.ReadLine()) != null)
                {
                    var f = kept.Split(new[] { '\t' }, 3);
                    var known = client.Recall(f[2], f[0], f[1], TimeSpan.FromDays(7)) != null;
                    Console.WriteLine(known ? "allowed" : "unknown");
                }
                return 0;
            }
            var answer = client.AuthorizeAsync(words[1], words.ElementAtOrDefault(2)).GetAwaiter().GetResult();
            Console.WriteLine(answer.Allow ? "allowed " + answer.SessionId + "\n" + answer.Proof : "denied " + answer.ReasonCode);
            return answer.Allow ? 0 : 3;
        }
        catch (LatchkeyException error)
        {
            Console.WriteLine("error " + error.Code + " " + (error.RetryAfter?.TotalSeconds.ToString() ?? "never"));
            return 4;
        }
    }
}
