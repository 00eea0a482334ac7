//! The Latchkey client for Rust 1.63 and later: one file to copy as a module. It needs the crates `ring`, `ureq` 2,
//! `serde_json` and `data-encoding`. Guide: docs/clients/rust.md. A client may be shared between threads.
#![allow(dead_code)] // a program need not use all of it

use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use data_encoding::{BASE64, BASE64URL_NOPAD, HEXLOWER};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, hmac, signature};
use serde_json::{json, Value};

const AUTHORIZE: &str = "/v1/licenses/authorize";
const RELEASE: &str = "/v1/licenses/release";
const CLOCK_SKEW: i64 = 300; // seconds
const LONGEST: u64 = 1 << 20; // bytes of an answer

/// Neither yes nor no. `retry_after`: time to wait before the next try, `None` when trying again is pointless.
#[derive(Debug)]
pub struct Error {
    pub code: String,
    pub message: String,
    pub retry_after: Option<Duration>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {}

/// The service did not sign the answer for this very request.
#[derive(Debug, PartialEq, Eq)]
pub struct Forged(pub &'static str);

/// A yes (`allow`) or a denial (`reason_code`; `message` is for people). Keep `proof` for [`Client::recall`].
#[derive(Debug, Clone)]
pub struct Answer {
    pub allow: bool,
    pub reason_code: String,
    pub message: String,
    pub session_id: String,
    /// The end of the license in UTC, as `2026-01-31T12:00:00.000Z`; `None` when it has none.
    pub effective_expires_at: Option<String>,
    pub data: Value,
    pub proof: String,
}

/// The X-Svc-Signature headers of an answer.
#[derive(Debug, Default)]
pub struct Headers {
    pub version: String,
    pub kid: String,
    pub timestamp: String,
    pub body_sha256: String,
    pub nonce: String,
    pub signature: String,
}

/// Public keys, 32 bytes each, by their ids.
pub type Keys = HashMap<String, Vec<u8>>;

/// Asks one service about the licenses of one product.
pub struct Client {
    base_url: String,
    product_id: String,
    api_key: String,
    signing_secret: String,
    keys: Keys,
    agent: ureq::Agent,
    /// Seconds by which the service's clock is ahead of this machine's.
    clock_offset: AtomicI64,
}

struct Reply {
    status: u16,
    wait: Duration,
    body: Value,
    proof: String,
}

impl Client {
    /// `public_keys`: what `signing-key:list` prints. Only answers that one of them signed are believed.
    ///
    /// # Panics
    /// When there is no public key, or one that is none.
    pub fn new(
        base_url: &str,
        product_id: &str,
        api_key: &str,
        signing_secret: &str,
        public_keys: &[&str],
    ) -> Self {
        Client {
            base_url: base_url.trim_end_matches('/').into(),
            product_id: product_id.into(),
            api_key: api_key.into(),
            signing_secret: signing_secret.into(),
            keys: pinned(public_keys).expect("pin the public keys of your service"),
            agent: ureq::AgentBuilder::new()
                .timeout(Duration::from_secs(5))
                .redirects(0) // another server would get the key
                .build(),
            clock_offset: AtomicI64::new(0),
        }
    }

    /// Asks whether the license may be used. A session id renews a session.
    pub fn authorize(
        &self,
        license_key: &str,
        hwid: Option<&str>,
        session_id: Option<&str>,
    ) -> Result<Answer, Error> {
        let reply = self.call(AUTHORIZE, license_key, hwid, session_id)?;
        answer(&reply.body, &reply.proof).ok_or_else(|| refusal(&reply))
    }

    /// Ends a session, so that another may begin.
    pub fn release(&self, license_key: &str, session_id: &str) -> Result<(), Error> {
        let reply = self.call(RELEASE, license_key, None, Some(session_id))?;
        match reply.status {
            200 | 404 => Ok(()),
            _ => Err(refusal(&reply)),
        }
    }

    /// The answer that was kept, if it allowed this license on this device within `grace`.
    pub fn recall(
        &self,
        proof: &str,
        license_key: &str,
        hwid: Option<&str>,
        grace: Duration,
    ) -> Option<Answer> {
        let parts: Vec<&str> = proof.split('\t').collect();
        let [nonce, kid, timestamp, signature, body] = <[&str; 5]>::try_from(parts).ok()?;
        let body = BASE64.decode(body.as_bytes()).ok()?;
        let sent = Headers {
            version: "2".into(),
            kid: kid.into(),
            timestamp: timestamp.into(),
            body_sha256: hex_sha256(&body),
            nonce: nonce.into(),
            signature: signature.into(),
        };
        let now = unix_seconds();
        let age = now
            - verify(
                &self.keys,
                "POST",
                AUTHORIZE,
                Some(nonce),
                &sent,
                &body,
                now,
            )
            .ok()?;
        let kept = answer(&serde_json::from_slice(&body).ok()?, proof)?;
        let bound = nonce == self.nonce(license_key, hwid, nonce.get(..22)?);
        let timely = -CLOCK_SKEW <= age && age <= grace.as_secs() as i64;
        let ended = kept
            .effective_expires_at
            .as_deref()
            .map_or(false, |end| end < utc(now).as_str());
        (kept.allow && bound && timely && !ended).then_some(kept)
    }

    /// 22 random characters and a hash that binds the signed answer to this license and device.
    fn nonce(&self, license_key: &str, hwid: Option<&str>, random: &str) -> String {
        let text = [random, &self.product_id, license_key, hwid.unwrap_or("")].join("\n");
        let hash = digest::digest(&digest::SHA256, text.as_bytes());
        format!("{}{}", random, &BASE64URL_NOPAD.encode(hash.as_ref())[..42])
    }

    /// A clock that is wrong is learned from the signed refusal; the second try reckons with it.
    fn call(
        &self,
        path: &str,
        license_key: &str,
        hwid: Option<&str>,
        session: Option<&str>,
    ) -> Result<Reply, Error> {
        let mut fields = json!({ "productId": self.product_id, "licenseKey": license_key });
        for (name, value) in [("hwid", hwid), ("sessionId", session)] {
            if let Some(value) = value {
                fields[name] = json!(value);
            }
        }
        let body = fields.to_string().into_bytes();
        let reply = self.send(path, license_key, hwid, &body)?;
        match reply.body["error"]["code"].as_str() {
            Some("SIGNATURE_EXPIRED" | "NONCE_REUSED") => self.send(path, license_key, hwid, &body),
            _ => Ok(reply),
        }
    }

    fn send(
        &self,
        path: &str,
        license_key: &str,
        hwid: Option<&str>,
        body: &[u8],
    ) -> Result<Reply, Error> {
        let mut random = [0; 16];
        SystemRandom::new()
            .fill(&mut random)
            .map_err(|_| failure("UNREACHABLE", "no random bytes", None))?;
        let nonce = self.nonce(license_key, hwid, &BASE64URL_NOPAD.encode(&random));
        let timestamp = (unix_seconds() + self.clock_offset.load(Ordering::Relaxed)).to_string();
        let unreachable =
            |why: &dyn fmt::Display, wait| failure("UNREACHABLE", &why.to_string(), Some(wait));
        let result = self
            .agent
            .post(&format!("{}{}", self.base_url, path))
            .set("Content-Type", "application/json")
            .set("X-Api-Key", &self.api_key)
            .set("X-Svc-Timestamp", &timestamp)
            .set("X-Svc-Nonce", &nonce)
            .set("X-Svc-Response-Nonce", &nonce)
            .set(
                "X-Svc-Signature",
                &sign(&self.signing_secret, "POST", path, &timestamp, &nonce, body),
            )
            .send_bytes(body);
        let response = match result {
            Ok(response) | Err(ureq::Error::Status(_, response)) => response,
            Err(error) => return Err(unreachable(&error, Duration::from_secs(1))),
        };
        let status = response.status();
        let header = |name: &str| response.header(name).unwrap_or("").to_string();
        let part = |end: &str| header(&format!("X-Svc-Signature{}", end));
        let wait = Duration::from_secs(header("Retry-After").parse().unwrap_or(1));
        let redirects = (300..400).contains(&status);
        let proxied = status == 429 || status >= 500 || redirects || header("Content-Type").contains("html");
        let sent = Headers {
            version: part("-Version"),
            kid: part("-KID"),
            timestamp: part("-Timestamp"),
            body_sha256: part("-Body-SHA256"),
            nonce: part("-Nonce"),
            signature: part(""),
        };
        if sent.signature.is_empty() && proxied {
            return Err(unreachable(
                &format!("a proxy answered with HTTP {}", status),
                wait,
            ));
        }
        let mut raw = Vec::new();
        let read = response.into_reader().take(LONGEST).read_to_end(&mut raw);
        read.map_err(|error| unreachable(&error, Duration::from_secs(1)))?;
        let signed_at = verify(
            &self.keys,
            "POST",
            path,
            Some(&nonce),
            &sent,
            &raw,
            unix_seconds(),
        )
        .map_err(|Forged(why)| failure("FORGED_RESPONSE", why, None))?;
        self.clock_offset
            .store(signed_at - unix_seconds(), Ordering::Relaxed);
        let proof = [
            nonce,
            sent.kid,
            sent.timestamp,
            sent.signature,
            BASE64.encode(&raw),
        ]
        .join("\t");
        Ok(Reply {
            status,
            wait,
            body: serde_json::from_slice(&raw).unwrap_or(Value::Null),
            proof,
        })
    }
}

/// The X-Svc-Signature of a request over the bytes of its body.
pub fn sign(
    secret: &str,
    method: &str,
    target: &str,
    timestamp: &str,
    nonce: &str,
    body: &[u8],
) -> String {
    let path = target.split('?').next().unwrap_or("");
    let text = [
        &method.to_ascii_uppercase(),
        path,
        timestamp,
        nonce,
        &hex_sha256(body),
    ]
    .join("\n");
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    HEXLOWER.encode(hmac::sign(&key, text.as_bytes()).as_ref())
}

/// When the service signed an answer, in Unix seconds. `nonce` is that of the request; an answer to a request without one
/// is of version 1, which is only as fresh as its timestamp.
pub fn verify(
    keys: &Keys,
    method: &str,
    path: &str,
    nonce: Option<&str>,
    sent: &Headers,
    body: &[u8],
    now: i64,
) -> Result<i64, Forged> {
    if sent.version != nonce.map_or("1", |_| "2")
        || nonce.map_or(false, |nonce| nonce != sent.nonce)
    {
        return Err(Forged("not bound to the request"));
    }
    if sent.body_sha256 != hex_sha256(body) {
        return Err(Forged("the body was changed"));
    }
    let signed_at = seconds(&sent.timestamp).ok_or(Forged("no timestamp"))?;
    if nonce.is_none() && (now - signed_at).abs() > CLOCK_SKEW {
        return Err(Forged("too old"));
    }
    let key = keys
        .get(&sent.kid)
        .ok_or(Forged("signed with a key that is not pinned"))?;
    let version = format!("v{}", sent.version);
    let mut text = vec![
        version.as_str(),
        &sent.timestamp,
        method,
        path,
        &sent.body_sha256,
    ];
    text.extend(nonce);
    let signature = BASE64URL_NOPAD
        .decode(sent.signature.as_bytes())
        .map_err(|_| Forged("bad signature"))?;
    signature::UnparsedPublicKey::new(&signature::ED25519, key)
        .verify(text.join("\n").as_bytes(), &signature)
        .map_err(|_| Forged("bad signature"))?;
    Ok(signed_at)
}

/// Whether a delivery is from the service and less than five minutes old. `body`: the bytes as received.
pub fn verify_webhook(
    secret: &str,
    id: &str,
    timestamp: &str,
    signatures: &str,
    body: &[u8],
    now: i64,
) -> bool {
    let key = secret
        .strip_prefix("whsec_")
        .and_then(|key| BASE64.decode(key.as_bytes()).ok());
    let (key, sent_at) = match (key, seconds(timestamp)) {
        (Some(key), Some(sent_at)) => (hmac::Key::new(hmac::HMAC_SHA256, &key), sent_at),
        _ => return false,
    };
    let content = [format!("{}.{}.", id, timestamp).as_bytes(), body].concat();
    let given = signatures
        .split(' ')
        .filter_map(|one| BASE64.decode(one.strip_prefix("v1,")?.as_bytes()).ok());
    let genuine = given.fold(false, |known, one| {
        hmac::verify(&key, &content, &one).is_ok() || known
    });
    genuine && (now - sent_at).abs() <= CLOCK_SKEW
}

/// Public keys by their ids: the id is the thumbprint of the key (RFC 7638). `None` when one is no key, or there is none.
pub fn pinned(public_keys: &[&str]) -> Option<Keys> {
    let keys = public_keys.iter().map(|x| {
        let jwk = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{}"}}"#, x);
        let kid = BASE64URL_NOPAD.encode(digest::digest(&digest::SHA256, jwk.as_bytes()).as_ref());
        let key = BASE64URL_NOPAD
            .decode(x.as_bytes())
            .ok()
            .filter(|key| key.len() == 32)?;
        Some((kid, key))
    });
    keys.collect::<Option<Keys>>()
        .filter(|keys| !keys.is_empty())
}

fn answer(body: &Value, proof: &str) -> Option<Answer> {
    let text = |value: &Value| value.as_str().unwrap_or("").to_string();
    let data = &body["data"];
    Some(Answer {
        allow: body["allow"].as_bool()?,
        reason_code: text(&body["reasonCode"]),
        message: text(&body["message"]),
        session_id: text(&data["sessionId"]),
        effective_expires_at: data["effectiveExpiresAt"].as_str().map(String::from),
        data: data.clone(),
        proof: proof.into(),
    })
}

fn refusal(reply: &Reply) -> Error {
    let error = &reply.body["error"];
    let again = reply.status == 429 || reply.status >= 500;
    let code = error["code"].as_str().unwrap_or("INTERNAL");
    failure(
        code,
        error["message"].as_str().unwrap_or(""),
        again.then_some(reply.wait),
    )
}

fn failure(code: &str, message: &str, retry_after: Option<Duration>) -> Error {
    Error {
        code: code.into(),
        message: message.into(),
        retry_after,
    }
}

fn hex_sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(digest::digest(&digest::SHA256, bytes).as_ref())
}

fn seconds(text: &str) -> Option<i64> {
    let whole = text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| text.parse().ok()).flatten()
}

fn unix_seconds() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs() as i64)
}

/// Unix seconds as `2026-01-31T12:00:00`, in the calendar of days since 0000-03-01 (proleptic Gregorian).
fn utc(seconds: i64) -> String {
    let (days, rest) = (
        seconds.div_euclid(86400) + 719_468,
        seconds.rem_euclid(86400),
    );
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}
