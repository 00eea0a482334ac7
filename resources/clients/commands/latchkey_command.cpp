// The client for C++ on the command line: docs/clients/README.md#from-the-command-line.
#include <iostream>

#include "latchkey.hpp"

static std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (char c : text) {
    if (c == at) parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

/// One test vector: fields separated by tabs, the body last, in base64.
static std::string check(const std::string& command, const std::vector<std::string>& f) {
  const auto body = latchkey::from_base64(f.back());
  if (command == "sign") return latchkey::sign(f[0], f[1], f[2], f[3], f[4], body);
  if (command == "webhook")
    return latchkey::verify_webhook(f[0], f[2], f[3], f[4], body, std::stoll(f[1])) ? "genuine" : "forged";
  try {
    latchkey::verify(latchkey::pinned(split(f[0], ',')), f[1], f[2], f[3], {f[5], f[6], f[7], f[8], f[9], f[10]}, body,
                     std::stoll(f[4]));
    return "genuine";
  } catch (const latchkey::forged&) {
    return "forged";
  }
}

int main(int count, char** given) {
  std::vector<std::string> words(given + 1, given + count);
  words.resize(4);
  const auto& command = words[0];
  if (command == "sign" || command == "verify" || command == "webhook") {
    for (std::string line; std::getline(std::cin, line);) std::cout << check(command, split(line, '\t')) << "\n";
    return 0;
  }
  const auto env = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
  latchkey::client client(env("LATCHKEY_URL"), env("LATCHKEY_PRODUCT"), env("LATCHKEY_API_KEY"), env("LATCHKEY_SECRET"),
                          split(env("LATCHKEY_KEYS"), ','));
  try {
    if (command == "release") return client.release(words[1], words[2]), 0;
    if (command == "recall") {
      for (std::string license_key, hwid, proof; std::getline(std::cin, license_key, '\t');) {
        std::getline(std::getline(std::cin, hwid, '\t'), proof);
        std::cout << (client.recall(proof, license_key, hwid) ? "allowed" : "unknown") << "\n";
      }
      return 0;
    }
    const auto answer = client.authorize(words[1], words[2]);
    if (answer.allow) std::cout << "allowed " << answer.session_id << "\n" << answer.proof << "\n";
    else std::cout << "denied " << answer.reason_code << "\n";
    return answer.allow ? 0 : 3;
  } catch (const latchkey::error& error) {
    const auto wait = error.retry_after ? std::to_string(*error.retry_after) : "never";
    std::cout << "error " << error.code << " " << wait << "\n";
    return 4;
  }
}
