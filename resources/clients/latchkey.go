// Package latchkey is the Latchkey client for Go 1.19 and later: one file without dependencies to copy.
// Guide: docs/clients/go.md.
package latchkey

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	authorizePath = "/v1/licenses/authorize"
	releasePath   = "/v1/licenses/release"
	clockSkew     = 300 // seconds
)

// Error is neither yes nor no. RetryAfter is the time to wait before the next try, negative when that is pointless.
type Error struct {
	Code, Message string
	RetryAfter    time.Duration
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Answer is a yes (Allow) or a denial (ReasonCode; Message is for people). Keep Proof for Client.Recall.
type Answer struct {
	Allow      bool   `json:"allow"`
	ReasonCode string `json:"reasonCode"`
	Message    string `json:"message"`
	Data       struct {
		SessionID          string         `json:"sessionId"`
		EffectiveExpiresAt *time.Time     `json:"effectiveExpiresAt"`
		Metadata           map[string]any `json:"metadata"`
	} `json:"data"`
	Proof string `json:"-"`
}

// Headers are the X-Svc-Signature headers of an answer.
type Headers struct{ Version, KID, Timestamp, BodySHA256, Nonce, Signature string }

// Client asks one service about the licenses of one product. Use New. It is not for several goroutines at once.
type Client struct {
	baseURL, productID, apiKey, signingSecret string
	keys                                      map[string]ed25519.PublicKey
	clockOffset                               time.Duration
	HTTP                                      *http.Client // replace it for a proxy or another timeout
}

// New makes a client. publicKeys are what signing-key:list prints: only answers that one of them signed are believed.
func New(baseURL, productID, apiKey, signingSecret string, publicKeys ...string) (*Client, error) {
	keys, err := Pinned(publicKeys...)
	baseURL = strings.TrimRight(baseURL, "/")
	return &Client{baseURL, productID, apiKey, signingSecret, keys, 0, &http.Client{Timeout: 5 * time.Second}}, err
}

// Authorize asks whether the license may be used. hwid may be empty; sessionID renews a session. Errors are *Error.
func (c *Client) Authorize(licenseKey, hwid, sessionID string) (*Answer, error) {
	response, body, proof, err := c.call(authorizePath, licenseKey, hwid, sessionID)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Allow *bool `json:"allow"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Allow == nil {
		return nil, refusal(response, body)
	}
	return parsed(body, proof)
}

// Release ends a session, so that another may begin. Errors are *Error.
func (c *Client) Release(licenseKey, sessionID string) error {
	response, body, _, err := c.call(releasePath, licenseKey, "", sessionID)
	if err == nil && response.StatusCode != 200 && response.StatusCode != 404 {
		return refusal(response, body)
	}
	return err
}

// Recall returns the answer that was kept if it allowed this license on this device within grace, else nil.
func (c *Client) Recall(proof, licenseKey, hwid string, grace time.Duration) *Answer {
	parts := strings.Split(proof, "\t")
	if len(parts) != 5 || len(parts[0]) < 22 || parts[0] != c.nonce(licenseKey, hwid, parts[0][:22]) {
		return nil
	}
	body, _ := base64.StdEncoding.DecodeString(parts[4])
	headers := Headers{"2", parts[1], parts[2], hexSHA256(body), parts[0], parts[3]}
	signedAt, err := Verify(c.keys, "POST", authorizePath, parts[0], headers, body, time.Now())
	age := time.Since(signedAt)
	if err != nil || age > grace || age < -clockSkew*time.Second {
		return nil
	}
	answer, err := parsed(body, proof)
	if err != nil || !answer.Allow {
		return nil
	}
	if until := answer.Data.EffectiveExpiresAt; until != nil && until.Before(time.Now()) {
		return nil
	}
	return answer
}

// nonce is 22 random characters and a hash that binds the signed answer to this license and device.
func (c *Client) nonce(licenseKey, hwid, random string) string {
	hash := sha256.Sum256([]byte(strings.Join([]string{random, c.productID, licenseKey, hwid}, "\n")))
	return random + base64.RawURLEncoding.EncodeToString(hash[:])[:42]
}

// call learns a clock that is wrong from the signed refusal; the second try reckons with it.
func (c *Client) call(path, licenseKey, hwid, sessionID string) (*http.Response, []byte, string, error) {
	fields := map[string]string{"productId": c.productID, "licenseKey": licenseKey}
	for name, value := range map[string]string{"hwid": hwid, "sessionId": sessionID} {
		if value != "" {
			fields[name] = value
		}
	}
	sent, _ := json.Marshal(fields)
	for again := false; ; again = true {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return nil, nil, "", &Error{"INTERNAL", err.Error(), -1}
		}
		nonce := c.nonce(licenseKey, hwid, base64.RawURLEncoding.EncodeToString(random))
		response, body, proof, err := c.send(path, nonce, sent)
		if err != nil || again {
			return response, body, proof, err
		}
		if code := refusal(response, body).Code; code != "SIGNATURE_EXPIRED" && code != "NONCE_REUSED" {
			return response, body, proof, nil
		}
	}
}

func (c *Client) send(path, nonce string, sent []byte) (*http.Response, []byte, string, error) {
	timestamp := strconv.FormatInt(time.Now().Add(c.clockOffset).Unix(), 10)
	request, err := http.NewRequest("POST", c.baseURL+path, bytes.NewReader(sent))
	if err != nil {
		return nil, nil, "", &Error{"UNREACHABLE", err.Error(), -1} // the URL is none
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Api-Key", c.apiKey)
	request.Header.Set("X-Svc-Timestamp", timestamp)
	request.Header.Set("X-Svc-Nonce", nonce)
	request.Header.Set("X-Svc-Response-Nonce", nonce)
	request.Header.Set("X-Svc-Signature", Sign(c.signingSecret, "POST", path, timestamp, nonce, sent))
	calls := *c.HTTP
	// No redirect is followed, whoever made the HTTP client: another server would get the key.
	calls.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := calls.Do(request)
	if err != nil {
		return nil, nil, "", &Error{"UNREACHABLE", err.Error(), time.Second}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, nil, "", &Error{"UNREACHABLE", err.Error(), time.Second}
	}
	header := func(end string) string { return response.Header.Get("X-Svc-Signature" + end) }
	got := Headers{header("-Version"), header("-KID"), header("-Timestamp"), header("-Body-SHA256"), header("-Nonce"), header("")}
	isHTML := strings.Contains(response.Header.Get("Content-Type"), "html")
	redirects := response.StatusCode >= 300 && response.StatusCode < 400
	if got.Signature == "" && (response.StatusCode == 429 || response.StatusCode >= 500 || redirects || isHTML) {
		return nil, nil, "", &Error{"UNREACHABLE", "a proxy answered: " + response.Status, wait(response)}
	}
	signedAt, err := Verify(c.keys, "POST", path, nonce, got, body, time.Now())
	if err != nil {
		return nil, nil, "", &Error{"FORGED_RESPONSE", err.Error(), -1}
	}
	c.clockOffset = time.Until(signedAt)
	proof := []string{nonce, got.KID, got.Timestamp, got.Signature, base64.StdEncoding.EncodeToString(body)}
	return response, body, strings.Join(proof, "\t"), nil
}

// Sign returns the X-Svc-Signature of a request over the bytes of its body.
func Sign(secret, method, target, timestamp, nonce string, body []byte) string {
	path, _, _ := strings.Cut(target, "?")
	mac := hmac.New(sha256.New, []byte(secret))
	io.WriteString(mac, strings.Join([]string{strings.ToUpper(method), path, timestamp, nonce, hexSHA256(body)}, "\n"))
	return hex.EncodeToString(mac.Sum(nil))
}

// Verify returns when the service signed an answer, or why it did not sign it for this very request. nonce is that of
// the request; an answer to a request without one is of version 1, which is only as fresh as its timestamp.
func Verify(keys map[string]ed25519.PublicKey, method, path, nonce string, got Headers, body []byte, now time.Time) (time.Time, error) {
	version := "2"
	text := []string{"v2", got.Timestamp, method, path, got.BodySHA256, nonce}
	if nonce == "" {
		version, text = "1", []string{"v1", got.Timestamp, method, path, got.BodySHA256}
	}
	if got.Version != version || nonce != "" && got.Nonce != nonce {
		return now, errors.New("not bound to the request")
	}
	if got.BodySHA256 != hexSHA256(body) {
		return now, errors.New("the body was changed")
	}
	seconds, err := strconv.ParseInt(got.Timestamp, 10, 64)
	if age := now.Unix() - seconds; err != nil || nonce == "" && (age > clockSkew || age < -clockSkew) {
		return now, errors.New("too old")
	}
	key, known := keys[got.KID]
	if !known {
		return now, errors.New("signed with a key that is not pinned")
	}
	signature, err := base64.RawURLEncoding.DecodeString(got.Signature)
	if err != nil || !ed25519.Verify(key, []byte(strings.Join(text, "\n")), signature) {
		return now, errors.New("bad signature")
	}
	return time.Unix(seconds, 0), nil
}

// VerifyWebhook tells whether a delivery is from the service and less than five minutes old. body: as received.
func VerifyWebhook(secret string, header http.Header, body []byte, now time.Time) bool {
	timestamp := header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - seconds; err != nil || age > clockSkew || age < -clockSkew {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", header.Get("Webhook-Id"), timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	genuine := false
	for _, one := range strings.Split(header.Get("Webhook-Signature"), " ") {
		genuine = hmac.Equal([]byte(one), expected) || genuine
	}
	return genuine && err == nil
}

// Pinned returns public keys by their ids: the id is the thumbprint of the key (RFC 7638).
func Pinned(publicKeys ...string) (map[string]ed25519.PublicKey, error) {
	keys := map[string]ed25519.PublicKey{}
	for _, x := range publicKeys {
		key, err := base64.RawURLEncoding.DecodeString(x)
		if err != nil || len(key) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("%q is no public key", x)
		}
		thumbprint := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + base64.RawURLEncoding.EncodeToString(key) + `"}`))
		keys[base64.RawURLEncoding.EncodeToString(thumbprint[:])] = key
	}
	if len(keys) == 0 {
		return nil, errors.New("pin the public keys of your service")
	}
	return keys, nil
}

func parsed(body []byte, proof string) (*Answer, error) {
	answer := Answer{Proof: proof}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, &Error{"INTERNAL", err.Error(), -1}
	}
	return &answer, nil
}

func refusal(response *http.Response, body []byte) *Error {
	var envelope struct {
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(body, &envelope) // an answer without a code stays one without
	again := time.Duration(-1)
	if response.StatusCode == 429 || response.StatusCode >= 500 {
		again = wait(response)
	}
	return &Error{envelope.Error.Code, envelope.Error.Message, again}
}

func wait(response *http.Response) time.Duration {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		seconds = 1
	}
	return time.Duration(seconds) * time.Second
}

func hexSHA256(body []byte) string {
	hash := sha256.Sum256(body)
	return hex.EncodeToString(hash[:])
}
