// The client for Go on the command line: docs/clients/README.md#from-the-command-line.
package main

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/app/latchkey"
)

// check answers one test vector: fields separated by tabs, the body last, in base64.
func check(command string, f []string) string {
	body, _ := base64.StdEncoding.DecodeString(f[len(f)-1])
	genuine := false
	at := func(text string) time.Time {
		seconds, _ := strconv.ParseInt(text, 10, 64)
		return time.Unix(seconds, 0)
	}
	switch command {
	case "sign":
		return latchkey.Sign(f[0], f[1], f[2], f[3], f[4], body)
	case "verify":
		headers := latchkey.Headers{Version: f[5], KID: f[6], Timestamp: f[7], BodySHA256: f[8], Nonce: f[9], Signature: f[10]}
		keys, err := latchkey.Pinned(strings.Split(f[0], ",")...)
		if err == nil {
			_, err = latchkey.Verify(keys, f[1], f[2], f[3], headers, body, at(f[4]))
		}
		genuine = err == nil
	case "webhook":
		header := http.Header{"Webhook-Id": {f[2]}, "Webhook-Timestamp": {f[3]}, "Webhook-Signature": {f[4]}}
		genuine = latchkey.VerifyWebhook(f[0], header, body, at(f[1]))
	}
	return map[bool]string{true: "genuine", false: "forged"}[genuine]
}

func fail(err error) {
	var refused *latchkey.Error
	if errors.As(err, &refused) {
		wait := "never"
		if refused.RetryAfter >= 0 {
			wait = fmt.Sprint(refused.RetryAfter.Seconds())
		}
		fmt.Println("error", refused.Code, wait)
	} else {
		fmt.Println("error", err)
	}
	os.Exit(4)
}

func main() {
	words := append(os.Args[1:], "", "", "", "")
	if command := words[0]; command == "sign" || command == "verify" || command == "webhook" {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(check(command, strings.Split(lines.Text(), "\t")))
		}
		return
	}
	env := func(name string) string { return os.Getenv("LATCHKEY_" + name) }
	client, err := latchkey.New(env("URL"), env("PRODUCT"), env("API_KEY"), env("SECRET"), strings.Split(env("KEYS"), ",")...)
	if err != nil {
		fail(err)
	}
	if env("HTTP") == "own" { // follows redirects if it is left to itself
		client.HTTP = &http.Client{Timeout: 5 * time.Second}
	}
	switch words[0] {
	case "release":
		if err := client.Release(words[1], words[2]); err != nil {
			fail(err)
		}
	case "recall":
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			f := strings.SplitN(lines.Text(), "\t", 3)
			known := client.Recall(f[2], f[0], f[1], 7*24*time.Hour) != nil
			fmt.Println(map[bool]string{true: "allowed", false: "unknown"}[known])
		}
	case "authorize":
		answer, err := client.Authorize(words[1], words[2], words[3])
		if err != nil {
			fail(err)
		} else if !answer.Allow {
			fmt.Println("denied", answer.ReasonCode)
			os.Exit(3)
		}
		fmt.Printf("allowed %s\n%s\n", answer.Data.SessionID, answer.Proof)
	}
}
