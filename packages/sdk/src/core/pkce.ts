import { base64url, sha256, utf8 } from './bytes.js'

/** A PKCE pair: proves at the end of a browser sign-in that the same program started it (RFC 7636). */
export async function newPkce(): Promise<{ codeVerifier: string; codeChallenge: string }> {
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  return { codeVerifier, codeChallenge: base64url(await sha256(utf8(codeVerifier))) }
}
