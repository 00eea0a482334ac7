//! The client for Rust on the command line: docs/clients/README.md#from-the-command-line.

mod latchkey;

use std::io::BufRead;
use std::process::exit;
use std::time::Duration;

use data_encoding::BASE64;
use latchkey::{pinned, sign, verify, verify_webhook, Client, Error, Headers};

const WEEK: Duration = Duration::from_secs(7 * 86400);

/// One test vector: fields separated by tabs, the body last, in base64.
fn check(command: &str, line: &str) -> String {
    let f: Vec<&str> = line.split('\t').collect();
    let body = BASE64.decode(f[f.len() - 1].as_bytes()).unwrap();
    let number = |text: &str| text.parse::<i64>().unwrap();
    let genuine = match command {
        "sign" => return sign(f[0], f[1], f[2], f[3], f[4], &body),
        "webhook" => verify_webhook(f[0], f[2], f[3], f[4], &body, number(f[1])),
        _ => {
            let keys = pinned(&f[0].split(',').collect::<Vec<_>>()).unwrap();
            let sent = Headers {
                version: f[5].into(),
                kid: f[6].into(),
                timestamp: f[7].into(),
                body_sha256: f[8].into(),
                nonce: f[9].into(),
                signature: f[10].into(),
            };
            let nonce = Some(f[3]).filter(|nonce| !nonce.is_empty());
            verify(&keys, f[1], f[2], nonce, &sent, &body, number(f[4])).is_ok()
        }
    };
    String::from(if genuine { "genuine" } else { "forged" })
}

fn run(client: &Client, words: &[&str]) -> Result<i32, Error> {
    match words {
        ["release", license_key, session_id] => client.release(license_key, session_id).map(|()| 0),
        ["recall"] => {
            for line in std::io::stdin().lock().lines().map(Result::unwrap) {
                let f: Vec<&str> = line.splitn(3, '\t').collect();
                let known = client.recall(f[2], f[0], Some(f[1]), WEEK).is_some();
                println!("{}", if known { "allowed" } else { "unknown" });
            }
            Ok(0)
        }
        ["authorize", license_key, rest @ ..] => {
            let answer = client.authorize(license_key, rest.first().copied(), None)?;
            if answer.allow {
                println!("allowed {}\n{}", answer.session_id, answer.proof);
            } else {
                println!("denied {}", answer.reason_code);
            }
            Ok(if answer.allow { 0 } else { 3 })
        }
        _ => Ok(2),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["sign" | "verify" | "webhook", ..] = words[..] {
        for line in std::io::stdin().lock().lines() {
            println!("{}", check(words[0], &line.unwrap()));
        }
        return;
    }
    let env = |name: &str| std::env::var(format!("LATCHKEY_{}", name)).unwrap_or_default();
    let keys = env("KEYS");
    let keys: Vec<&str> = keys.split(',').collect();
    let client = Client::new(
        &env("URL"),
        &env("PRODUCT"),
        &env("API_KEY"),
        &env("SECRET"),
        &keys,
    );
    let code = run(&client, &words).unwrap_or_else(|error| {
        let wait = error
            .retry_after
            .map_or("never".into(), |wait| wait.as_secs().to_string());
        println!("error {} {}", error.code, wait);
        4
    });
    exit(code);
}
