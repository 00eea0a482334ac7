// The Latchkey client for C#: one file to copy, for .NET 6 and later, .NET Framework 4.6.2 and later, and Unity. It needs
// the packages BouncyCastle.Cryptography and, before .NET 6, System.Text.Json. Guide: docs/clients/csharp.md.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;

namespace Latchkey
{
    /// <summary>Neither yes nor no.</summary>
    public sealed class LatchkeyException : Exception
    {
        public string Code { get; }

        /// <summary>Time to wait before the next try; null when trying again is pointless.</summary>
        public TimeSpan? RetryAfter { get; }

        public LatchkeyException(string code, string message, TimeSpan? retryAfter, Exception cause = null)
            : base(code + ": " + message, cause)
        {
            Code = code;
            RetryAfter = retryAfter;
        }
    }

    /// <summary>The service did not sign the answer for this very request.</summary>
    public sealed class ForgedException : Exception
    {
        public ForgedException(string message) : base(message) { }
    }

    /// <summary>A yes (Allow) or a denial (ReasonCode; Message is for people).</summary>
    public sealed class Answer
    {
        public bool Allow { get; }
        public string ReasonCode { get; }
        public string Message { get; }
        public string SessionId { get; }

        /// <summary>The end of the license; null when it has none.</summary>
        public DateTimeOffset? EffectiveExpiresAt { get; }

        /// <summary>The whole answer, for what has no property here.</summary>
        public JsonElement Body { get; }

        /// <summary>To be kept for <see cref="LatchkeyClient.Recall"/>.</summary>
        public string Proof { get; }

        internal Answer(JsonElement body, string proof)
        {
            var data = Json.Member(body, "data");
            Allow = Json.Member(body, "allow").ValueKind == JsonValueKind.True;
            ReasonCode = Json.Text(body, "reasonCode");
            Message = Json.Text(body, "message");
            SessionId = Json.Text(data, "sessionId");
            var end = Json.Text(data, "effectiveExpiresAt");
            EffectiveExpiresAt = end == null
                ? (DateTimeOffset?)null
                : DateTimeOffset.Parse(end, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);
            Body = body;
            Proof = proof;
        }
    }

    /// <summary>The X-Svc-Signature headers of an answer.</summary>
    public struct SignatureHeaders
    {
        public string Version, Kid, Timestamp, BodySha256, Nonce, Signature;
    }

    /// <summary>Asks one service about the licenses of one product. It may be shared between threads.</summary>
    public sealed class LatchkeyClient
    {
        private const string AuthorizePath = "/v1/licenses/authorize", ReleasePath = "/v1/licenses/release";
        private const long ClockSkew = 300; // seconds

        private readonly string baseUrl, productId, apiKey, signingSecret;
        private readonly IReadOnlyDictionary<string, byte[]> keys;
        private readonly HttpClient http;
        private long clockOffset; // seconds by which the service's clock is ahead of this machine's

        /// <param name="publicKeys">What signing-key:list prints. Only answers that one of them signed are believed.</param>
        /// <param name="http">Your own one must not follow redirects: they would take the key to another server.</param>
        public LatchkeyClient(string baseUrl, string productId, string apiKey, string signingSecret,
            IEnumerable<string> publicKeys, HttpClient http = null)
        {
            this.baseUrl = baseUrl.TrimEnd('/');
            this.productId = productId;
            this.apiKey = apiKey;
            this.signingSecret = signingSecret;
            var stay = new HttpClientHandler { AllowAutoRedirect = false };
            this.http = http ?? new HttpClient(stay) { Timeout = TimeSpan.FromSeconds(5) };
            keys = Pinned(publicKeys);
        }

        /// <summary>Asks whether the license may be used. A session id renews a session.</summary>
        /// <exception cref="LatchkeyException">There is no yes and no no.</exception>
        public async Task<Answer> AuthorizeAsync(string licenseKey, string hwid = null, string sessionId = null,
            CancellationToken cancellation = default(CancellationToken))
        {
            var reply = await CallAsync(AuthorizePath, licenseKey, hwid, sessionId, cancellation).ConfigureAwait(false);
            var isDecision = Json.Member(reply.Body, "allow").ValueKind != JsonValueKind.Undefined;
            return isDecision ? new Answer(reply.Body, reply.Proof) : throw reply.Refusal();
        }

        /// <summary>Ends a session, so that another may begin.</summary>
        /// <exception cref="LatchkeyException">It could not be ended.</exception>
        public async Task ReleaseAsync(string licenseKey, string sessionId,
            CancellationToken cancellation = default(CancellationToken))
        {
            var reply = await CallAsync(ReleasePath, licenseKey, null, sessionId, cancellation).ConfigureAwait(false);
            if (reply.Status != 200 && reply.Status != 404) throw reply.Refusal();
        }

        /// <summary>The answer that was kept, if it allowed this license on this device within the grace; else null.</summary>
        public Answer Recall(string proof, string licenseKey, string hwid, TimeSpan grace)
        {
            try
            {
                var parts = proof.Split('\t');
                var body = Convert.FromBase64String(parts[4]);
                var sent = new SignatureHeaders
                {
                    Version = "2", Kid = parts[1], Timestamp = parts[2], BodySha256 = Sha256(body), Nonce = parts[0],
                    Signature = parts[3]
                };
                var now = DateTimeOffset.UtcNow;
                var signedAt = Verify(keys, "POST", AuthorizePath, parts[0], sent, body, now);
                var answer = new Answer(Json.Parse(body), proof);
                var bound = parts[0] == Nonce(licenseKey, hwid, parts[0].Substring(0, 22));
                var timely = now <= signedAt + grace && now >= signedAt.AddSeconds(-ClockSkew);
                var ended = answer.EffectiveExpiresAt <= now;
                return answer.Allow && bound && timely && !ended ? answer : null;
            }
            catch (Exception error) when (error is ForgedException || error is FormatException || error is ArgumentException
                || error is IndexOutOfRangeException || error is JsonException)
            {
                return null;
            }
        }

        /// <summary>22 random characters and a hash that binds the signed answer to this license and device.</summary>
        private string Nonce(string licenseKey, string hwid, string random)
        {
            var text = string.Join("\n", random, productId, licenseKey, hwid ?? "");
            return random + Base64Url(Digest(Encoding.UTF8.GetBytes(text))).Substring(0, 42);
        }

        /// <summary>A clock that is wrong is learned from the signed refusal; the second try reckons with it.</summary>
        private async Task<Reply> CallAsync(string path, string licenseKey, string hwid, string sessionId,
            CancellationToken cancellation)
        {
            var fields = new Dictionary<string, string> { { "productId", productId }, { "licenseKey", licenseKey } };
            if (hwid != null) fields["hwid"] = hwid;
            if (sessionId != null) fields["sessionId"] = sessionId;
            var body = Encoding.UTF8.GetBytes(JsonSerializer.Serialize(fields));
            var reply = await SendAsync(path, licenseKey, hwid, body, cancellation).ConfigureAwait(false);
            var again = reply.Code == "SIGNATURE_EXPIRED" || reply.Code == "NONCE_REUSED";
            return again ? await SendAsync(path, licenseKey, hwid, body, cancellation).ConfigureAwait(false) : reply;
        }

        private async Task<Reply> SendAsync(string path, string licenseKey, string hwid, byte[] body,
            CancellationToken cancellation)
        {
            var random = new byte[16];
            using (var generator = RandomNumberGenerator.Create()) generator.GetBytes(random);
            var nonce = Nonce(licenseKey, hwid, Base64Url(random));
            var seconds = DateTimeOffset.UtcNow.ToUnixTimeSeconds() + Interlocked.Read(ref clockOffset);
            var timestamp = seconds.ToString(CultureInfo.InvariantCulture);
            var request = new HttpRequestMessage(HttpMethod.Post, baseUrl + path) { Content = new ByteArrayContent(body) };
            request.Content.Headers.Add("Content-Type", "application/json");
            request.Headers.Add("X-Api-Key", apiKey);
            request.Headers.Add("X-Svc-Timestamp", timestamp);
            request.Headers.Add("X-Svc-Nonce", nonce);
            request.Headers.Add("X-Svc-Response-Nonce", nonce);
            request.Headers.Add("X-Svc-Signature", Sign(signingSecret, "POST", path, timestamp, nonce, body));
            HttpResponseMessage response;
            byte[] raw;
            try
            {
                response = await http.SendAsync(request, cancellation).ConfigureAwait(false);
                raw = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
            }
            catch (Exception error) when (error is HttpRequestException || error is System.IO.IOException
                || (error is OperationCanceledException && !cancellation.IsCancellationRequested))
            {
                throw new LatchkeyException("UNREACHABLE", error.Message, TimeSpan.FromSeconds(1), error);
            }
            var status = (int)response.StatusCode;
            var sent = new SignatureHeaders
            {
                Version = Header(response, "-Version"), Kid = Header(response, "-KID"),
                Timestamp = Header(response, "-Timestamp"), BodySha256 = Header(response, "-Body-SHA256"),
                Nonce = Header(response, "-Nonce"), Signature = Header(response, "")
            };
            var type = response.Content.Headers.ContentType?.MediaType ?? "";
            var redirects = status >= 300 && status < 400;
            if (sent.Signature == "" && (status == 429 || status >= 500 || redirects || type.Contains("html")))
            {
                throw new LatchkeyException("UNREACHABLE", "A proxy answered with HTTP " + status, WaitOf(response));
            }
            try
            {
                var signedAt = Verify(keys, "POST", path, nonce, sent, raw, DateTimeOffset.UtcNow);
                var offset = signedAt.ToUnixTimeSeconds() - DateTimeOffset.UtcNow.ToUnixTimeSeconds();
                Interlocked.Exchange(ref clockOffset, offset);
            }
            catch (ForgedException forged)
            {
                throw new LatchkeyException("FORGED_RESPONSE", forged.Message, null, forged);
            }
            var proof = string.Join("\t", nonce, sent.Kid, sent.Timestamp, sent.Signature, Convert.ToBase64String(raw));
            return new Reply { Status = status, Wait = WaitOf(response), Body = Json.Parse(raw), Proof = proof };
        }

        /// <summary>The X-Svc-Signature of a request over the bytes of its body.</summary>
        public static string Sign(string secret, string method, string target, string timestamp, string nonce, byte[] body)
        {
            var path = target.Split('?')[0];
            var text = string.Join("\n", method.ToUpperInvariant(), path, timestamp, nonce, Sha256(body));
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            {
                return Hex(hmac.ComputeHash(Encoding.UTF8.GetBytes(text)));
            }
        }

        /// <summary>
        /// When the service signed an answer. The nonce is that of the request; an answer to a request without one (null) is
        /// of version 1, which is only as fresh as its timestamp.
        /// </summary>
        /// <exception cref="ForgedException">The service did not sign it for this very request.</exception>
        public static DateTimeOffset Verify(IReadOnlyDictionary<string, byte[]> keys, string method, string path,
            string nonce, SignatureHeaders sent, byte[] body, DateTimeOffset now)
        {
            if (sent.Version != (nonce == null ? "1" : "2") || (nonce != null && sent.Nonce != nonce))
            {
                throw new ForgedException("not bound to the request");
            }
            if (sent.BodySha256 != Sha256(body)) throw new ForgedException("the body was changed");
            var seconds = SecondsIn(sent.Timestamp) ?? throw new ForgedException("no timestamp");
            if (nonce == null && Math.Abs(now.ToUnixTimeSeconds() - seconds) > ClockSkew)
            {
                throw new ForgedException("too old");
            }
            byte[] key;
            if (!keys.TryGetValue(sent.Kid, out key)) throw new ForgedException("signed with a key that is not pinned");
            var text = string.Join("\n", "v" + sent.Version, sent.Timestamp, method, path, sent.BodySha256);
            var signed = Encoding.UTF8.GetBytes(nonce == null ? text : text + "\n" + nonce);
            var signature = FromBase64Url(sent.Signature);
            var verifier = new Ed25519Signer();
            verifier.Init(false, new Ed25519PublicKeyParameters(key, 0));
            verifier.BlockUpdate(signed, 0, signed.Length);
            if (signature == null || signature.Length != 64 || !verifier.VerifySignature(signature))
            {
                throw new ForgedException("bad signature");
            }
            return DateTimeOffset.FromUnixTimeSeconds(seconds);
        }

        /// <summary>Whether a delivery is from the service and less than five minutes old. The body: as received.</summary>
        public static bool VerifyWebhook(string secret, string id, string timestamp, string signatures, byte[] body,
            DateTimeOffset now)
        {
            var seconds = SecondsIn(timestamp);
            if (seconds == null || Math.Abs(now.ToUnixTimeSeconds() - seconds.Value) > ClockSkew) return false;
            using (var hmac = new HMACSHA256(Convert.FromBase64String(secret.Substring("whsec_".Length))))
            {
                var content = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
                var expected = "v1," + Convert.ToBase64String(hmac.ComputeHash(content));
                return signatures.Split(' ').Count(one => AreEqual(one, expected)) > 0;
            }
        }

        /// <summary>Public keys by their ids: the id is the thumbprint of the key (RFC 7638).</summary>
        public static IReadOnlyDictionary<string, byte[]> Pinned(IEnumerable<string> publicKeys)
        {
            var keys = new Dictionary<string, byte[]>();
            foreach (var x in publicKeys)
            {
                var key = FromBase64Url(x);
                if (key == null || key.Length != 32) throw new ArgumentException("Not a public key: " + x);
                var jwk = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + Base64Url(key) + "\"}";
                keys[Base64Url(Digest(Encoding.UTF8.GetBytes(jwk)))] = key;
            }
            if (keys.Count == 0) throw new ArgumentException("Pin the public keys of your service");
            return keys;
        }

        private sealed class Reply
        {
            public int Status;
            public TimeSpan Wait;
            public JsonElement Body;
            public string Proof;

            public string Code => Json.Text(Json.Member(Body, "error"), "code");

            public LatchkeyException Refusal()
            {
                var again = Status == 429 || Status >= 500;
                var message = Json.Text(Json.Member(Body, "error"), "message");
                return new LatchkeyException(Code ?? "INTERNAL", message, again ? Wait : (TimeSpan?)null);
            }
        }

        private static string Header(HttpResponseMessage response, string end)
        {
            IEnumerable<string> values;
            return response.Headers.TryGetValues("X-Svc-Signature" + end, out values) ? values.First() : "";
        }

        private static TimeSpan WaitOf(HttpResponseMessage response)
        {
            return response.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1);
        }

        private static long? SecondsIn(string text)
        {
            return Regex.IsMatch(text, @"\A[0-9]{1,12}\z") ? long.Parse(text, CultureInfo.InvariantCulture) : (long?)null;
        }

        private static byte[] Digest(byte[] bytes)
        {
            using (var sha256 = SHA256.Create()) return sha256.ComputeHash(bytes);
        }

        private static string Sha256(byte[] bytes) => Hex(Digest(bytes));

        private static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();

        private static string Base64Url(byte[] bytes)
        {
            return Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        }

        private static byte[] FromBase64Url(string text)
        {
            try
            {
                var padding = new string('=', (4 - text.Length % 4) % 4);
                return Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + padding);
            }
            catch (FormatException)
            {
                return null;
            }
        }

        /// <summary>Compares in a time that does not depend on where the texts differ.</summary>
        private static bool AreEqual(string one, string other)
        {
            var difference = one.Length ^ other.Length;
            for (var at = 0; at < one.Length && at < other.Length; at++) difference |= one[at] ^ other[at];
            return difference == 0;
        }
    }

    internal static class Json
    {
        public static JsonElement Parse(byte[] body)
        {
            using (var document = JsonDocument.Parse(body)) return document.RootElement.Clone();
        }

        public static JsonElement Member(JsonElement value, string name)
        {
            JsonElement member;
            var found = value.ValueKind == JsonValueKind.Object && value.TryGetProperty(name, out member);
            return found ? value.GetProperty(name) : default(JsonElement);
        }

        public static string Text(JsonElement value, string name)
        {
            var member = Member(value, name);
            return member.ValueKind == JsonValueKind.String ? member.GetString() : null;
        }
    }
}
