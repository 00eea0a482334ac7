// The Latchkey client for C++17: one header to copy. It needs OpenSSL 1.1.1 or newer, libcurl and nlohmann/json.
// Guide: docs/clients/cpp.md. A client is for one thread at a time.
#pragma once

#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <curl/curl.h>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

namespace latchkey {

constexpr auto authorize_path = "/v1/licenses/authorize", release_path = "/v1/licenses/release";
constexpr long clock_skew = 300;  // seconds

/// Neither yes nor no. `retry_after`: seconds to wait before the next try, empty when trying again is pointless.
struct error : std::runtime_error {
  std::string code;
  std::optional<long long> retry_after;
  error(std::string code, const std::string& message, std::optional<long long> retry_after)
      : std::runtime_error(code + ": " + message), code(std::move(code)), retry_after(retry_after) {}
};

/// The answer was not signed by the service for this very request.
struct forged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A yes (`allow`) or a denial (`reason_code`; `message` is for people). Keep `proof` for `client::recall`.
struct answer {
  bool allow = false;
  std::string reason_code, message, session_id, effective_expires_at;  // empty: none, or a license without an end
  nlohmann::json data;
  std::string proof;
};

/// The X-Svc-Signature headers of an answer.
struct headers {
  std::string version, kid, timestamp, body_sha256, nonce, signature;
};

using public_keys = std::map<std::string, std::string>;  // 32 bytes each, by the ids of the keys

inline std::string sha256(const std::string& bytes) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(&digest[0]), &size, EVP_sha256(), nullptr);
  return digest;
}

inline std::string hmac_sha256(const std::string& key, const std::string& text) {
  std::string mac(32, '\0');
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char*>(text.data()),
       text.size(), reinterpret_cast<unsigned char*>(&mac[0]), &size);
  return mac;
}

inline std::string hex(const std::string& bytes) {
  std::string out;
  for (unsigned char byte : bytes) (out += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
  return out;
}

inline std::string base64(const std::string& bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  out.resize(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(&out[0]),
                             reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size())));
  return out;
}

inline std::string base64url(const std::string& bytes) {
  std::string out = base64(bytes);
  for (char& c : out) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return out.substr(0, out.find('='));
}

/// The bytes of base64 or base64url, with or without padding. @throws std::invalid_argument
inline std::string from_base64(std::string text) {
  for (char& c : text) c = c == '-' ? '+' : c == '_' ? '/' : c;
  text.erase(text.find_last_not_of('=') + 1);
  const auto size = text.size() * 3 / 4;
  text.append((4 - text.size() % 4) % 4, '=');
  std::string out(text.size(), '\0');
  if (EVP_DecodeBlock(reinterpret_cast<unsigned char*>(&out[0]), reinterpret_cast<const unsigned char*>(text.data()),
                      static_cast<int>(text.size())) < 0)
    throw std::invalid_argument("not base64");
  out.resize(size);
  return out;
}

/// Whole seconds; empty for anything else. A `long` has 32 bits on Windows, too few for the year 2038.
inline std::optional<long long> seconds_in(const std::string& text) {
  if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoll(text);
}

/// The X-Svc-Signature of a request over the bytes of its body.
inline std::string sign(const std::string& secret, std::string method, const std::string& target,
                        const std::string& timestamp, const std::string& nonce, const std::string& body) {
  for (char& c : method) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const auto path = target.substr(0, target.find('?'));
  return hex(hmac_sha256(secret, method + "\n" + path + "\n" + timestamp + "\n" + nonce + "\n" + hex(sha256(body))));
}

/// When the service signed an answer, in Unix seconds. `nonce` is that of the request; an answer to a request without one
/// (empty) is of version 1, which is only as fresh as its timestamp. @throws forged
inline long long verify(const public_keys& keys, const std::string& method, const std::string& path,
                        const std::string& nonce, const headers& sent, const std::string& body, long long now) {
  if (sent.version != (nonce.empty() ? "1" : "2") || (!nonce.empty() && sent.nonce != nonce))
    throw forged("not bound to the request");
  if (sent.body_sha256 != hex(sha256(body))) throw forged("the body was changed");
  const auto signed_at = seconds_in(sent.timestamp);
  if (!signed_at || (nonce.empty() && std::llabs(now - *signed_at) > clock_skew)) throw forged("too old");
  const auto key = keys.find(sent.kid);
  if (key == keys.end()) throw forged("signed with a key that is not pinned");
  auto text = "v" + sent.version + "\n" + sent.timestamp + "\n" + method + "\n" + path + "\n" + sent.body_sha256;
  if (!nonce.empty()) text += "\n" + nonce;
  std::string signature;
  try {
    signature = from_base64(sent.signature);
  } catch (const std::invalid_argument&) {
    throw forged("bad signature");
  }
  const auto bytes = [](const std::string& of) { return reinterpret_cast<const unsigned char*>(of.data()); };
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> public_key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(key->second), 32), EVP_PKEY_free);
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!public_key || EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, public_key.get()) != 1 ||
      EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(text), text.size()) != 1)
    throw forged("bad signature");
  return *signed_at;
}

/// Whether a delivery is from the service and less than five minutes old. `body`: the bytes as received.
inline bool verify_webhook(const std::string& secret, const std::string& id, const std::string& timestamp,
                           const std::string& signatures, const std::string& body, long long now) {
  const auto sent_at = seconds_in(timestamp);
  if (!sent_at || std::llabs(now - *sent_at) > clock_skew) return false;
  const auto key = from_base64(secret.substr(std::string("whsec_").size()));
  const auto expected = "v1," + base64(hmac_sha256(key, id + "." + timestamp + "." + body));
  bool genuine = false;
  for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
    to = signatures.find(' ', from);
    const auto one = signatures.substr(from, to == std::string::npos ? to : to - from);
    genuine |= one.size() == expected.size() && CRYPTO_memcmp(one.data(), expected.data(), one.size()) == 0;
  }
  return genuine;
}

/// Public keys by their ids: the id is the thumbprint of the key (RFC 7638). @throws std::invalid_argument
inline public_keys pinned(const std::vector<std::string>& listed) {
  public_keys keys;
  for (const auto& x : listed) {
    const auto key = from_base64(x);
    if (key.size() != 32) throw std::invalid_argument("not a public key: " + x);
    keys[base64url(sha256(R"({"crv":"Ed25519","kty":"OKP","x":")" + base64url(key) + "\"}"))] = key;
  }
  if (keys.empty()) throw std::invalid_argument("pin the public keys of your service");
  return keys;
}

/// Asks one service about the licenses of one product.
class client {
 public:
  /// `keys`: what signing-key:list prints. Only answers that one of them signed are believed.
  client(std::string base_url, std::string product_id, std::string api_key, std::string signing_secret,
         const std::vector<std::string>& keys)
      : base_url_(std::move(base_url)), product_id_(std::move(product_id)), api_key_(std::move(api_key)),
        signing_secret_(std::move(signing_secret)), keys_(pinned(keys)) {
    base_url_.erase(base_url_.find_last_not_of('/') + 1);
  }

  /// Asks whether the license may be used; `hwid` may be empty, a session id renews a session. @throws error
  answer authorize(const std::string& license_key, const std::string& hwid = "", const std::string& session_id = "") {
    const auto got = call(authorize_path, license_key, hwid, session_id);
    if (!got.body.contains("allow")) throw refusal(got);
    return answer_of(got.body, got.proof);
  }

  /// Ends a session, so that another may begin. @throws error
  void release(const std::string& license_key, const std::string& session_id) {
    const auto got = call(release_path, license_key, "", session_id);
    if (got.status != 200 && got.status != 404) throw refusal(got);
  }

  /// The answer that was kept, if it allowed this license on this device within `grace` seconds.
  std::optional<answer> recall(const std::string& proof, const std::string& license_key, const std::string& hwid = "",
                               long grace = 7 * 86400) const {
    std::vector<std::string> parts{""};
    for (char c : proof) {
      if (c == '\t') parts.emplace_back();
      else parts.back() += c;
    }
    if (parts.size() != 5 || parts[0] != nonce_of(license_key, hwid, parts[0].substr(0, 22))) return {};
    try {
      const auto body = from_base64(parts[4]);
      const headers sent{"2", parts[1], parts[2], hex(sha256(body)), parts[0], parts[3]};
      const auto now = std::time(nullptr);
      const auto age = now - verify(keys_, "POST", authorize_path, parts[0], sent, body, now);
      auto kept = answer_of(nlohmann::json::parse(body), proof);
      char text[32];
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", std::gmtime(&now));
      const bool ended = !kept.effective_expires_at.empty() && kept.effective_expires_at < text;
      if (!kept.allow || ended || age > grace || age < -clock_skew) return {};
      return kept;
    } catch (const std::exception&) {
      return {};
    }
  }

 private:
  struct reply {
    long status = 0;
    std::map<std::string, std::string> headers;  // names in lowercase
    std::string raw, proof;
    nlohmann::json body;
    std::string header(const std::string& name) const {
      const auto found = headers.find(name);
      return found == headers.end() ? "" : found->second;
    }
  };

  std::string base_url_, product_id_, api_key_, signing_secret_;
  public_keys keys_;
  long long clock_offset_ = 0;  // seconds by which the service's clock is ahead of this machine's

  static answer answer_of(const nlohmann::json& body, const std::string& proof) {
    const auto text = [](const nlohmann::json& in, const char* name) {
      return in.contains(name) && in[name].is_string() ? in[name].get<std::string>() : "";
    };
    const auto data = body.value("data", nlohmann::json::object());
    return {body.at("allow").get<bool>(), text(body, "reasonCode"), text(body, "message"), text(data, "sessionId"),
            text(data, "effectiveExpiresAt"), data, proof};
  }

  static error refusal(const reply& got) {
    const auto problem = got.body.value("error", nlohmann::json::object());
    const bool again = got.status == 429 || got.status >= 500;
    return error(problem.value("code", "INTERNAL"), problem.value("message", ""),
                 again ? std::optional<long long>(wait_of(got)) : std::nullopt);
  }

  static long long wait_of(const reply& got) { return seconds_in(got.header("retry-after")).value_or(1); }

  /// 22 random characters and a hash that binds the signed answer to this license and device.
  std::string nonce_of(const std::string& license_key, const std::string& hwid, const std::string& random) const {
    const auto hash = sha256(random + "\n" + product_id_ + "\n" + license_key + "\n" + hwid);
    return random + base64url(hash).substr(0, 42);
  }

  /// A clock that is wrong is learned from the signed refusal; the second try reckons with it.
  reply call(const std::string& path, const std::string& license_key, const std::string& hwid,
             const std::string& session_id) {
    nlohmann::json fields{{"productId", product_id_}, {"licenseKey", license_key}};
    if (!hwid.empty()) fields["hwid"] = hwid;
    if (!session_id.empty()) fields["sessionId"] = session_id;
    // A key or a device that is not UTF-8 is asked about with U+FFFD in it, instead of the exception of the library.
    const auto body = fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    auto got = send(path, license_key, hwid, body);
    if (got.body.contains("allow") || got.status != 401) return got;
    const auto code = refusal(got).code;
    return code == "SIGNATURE_EXPIRED" || code == "NONCE_REUSED" ? send(path, license_key, hwid, body) : got;
  }

  reply send(const std::string& path, const std::string& license_key, const std::string& hwid,
             const std::string& body) {
    std::string random(16, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(&random[0]), 16) != 1) throw std::runtime_error("no random bytes");
    const auto nonce = nonce_of(license_key, hwid, base64url(random));
    const auto timestamp = std::to_string(std::time(nullptr) + clock_offset_);
    auto got = post(base_url_ + path, body,
                    {"Content-Type: application/json", "X-Api-Key: " + api_key_, "X-Svc-Timestamp: " + timestamp,
                     "X-Svc-Nonce: " + nonce, "X-Svc-Response-Nonce: " + nonce,
                     "X-Svc-Signature: " + sign(signing_secret_, "POST", path, timestamp, nonce, body)});
    const auto part = [&](const char* end) { return got.header(std::string("x-svc-signature") + end); };
    const headers sent{part("-version"), part("-kid"), part("-timestamp"), part("-body-sha256"), part("-nonce"), part("")};
    const bool html = got.header("content-type").find("html") != std::string::npos;
    const bool redirects = got.status >= 300 && got.status < 400;
    if (sent.signature.empty() && (got.status == 429 || got.status >= 500 || redirects || html))
      throw error("UNREACHABLE", "a proxy answered with HTTP " + std::to_string(got.status), wait_of(got));
    try {
      clock_offset_ = verify(keys_, "POST", path, nonce, sent, got.raw, std::time(nullptr)) - std::time(nullptr);
    } catch (const forged& why) {
      throw error("FORGED_RESPONSE", why.what(), std::nullopt);
    }
    got.body = nlohmann::json::parse(got.raw);
    got.proof = nonce + "\t" + sent.kid + "\t" + sent.timestamp + "\t" + sent.signature + "\t" + base64(got.raw);
    return got;
  }

  /// One POST with libcurl. Replace this function if your program has an HTTP library of its own. That must not follow
  /// redirects, which would take the key to another server.
  static reply post(const std::string& url, const std::string& body, const std::vector<std::string>& lines) {
    reply got;
    std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
    curl_slist* list = nullptr;
    for (const auto& line : lines) list = curl_slist_append(list, line.c_str());
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> owned(list, curl_slist_free_all);
    using writer = std::size_t (*)(char*, std::size_t, std::size_t, void*);
    const writer on_body = [](char* bytes, std::size_t size, std::size_t count, void* to) {
      static_cast<reply*>(to)->raw.append(bytes, size * count);
      return size * count;
    };
    const writer on_header = [](char* bytes, std::size_t size, std::size_t count, void* to) {
      const std::string line(bytes, size * count);
      const auto colon = line.find(':');
      if (colon != std::string::npos) {
        auto name = line.substr(0, colon);
        for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        const auto from = line.find_first_not_of(" \t", colon + 1), to_end = line.find_last_not_of(" \t\r\n");
        static_cast<reply*>(to)->headers[name] = from > to_end ? "" : line.substr(from, to_end - from + 1);
      }
      return size * count;
    };
    curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(body.size()));
    curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, body.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, 5L);
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &got);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &got);
    const auto result = curl_easy_perform(curl.get());
    if (result != CURLE_OK) throw error("UNREACHABLE", curl_easy_strerror(result), 1);
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &got.status);
    return got;
  }
};

}  // namespace latchkey
