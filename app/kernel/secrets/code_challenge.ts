import { hash, timingSafeEqual } from 'node:crypto'

/** Returns true if a verifier matches the SHA-256, in base64url, that a browser sent at the beginning. */
export function answersChallenge(verifier: string, codeChallenge: string): boolean {
  const [made, given] = [hash('sha256', verifier, 'base64url'), codeChallenge].map((text) =>
    Buffer.from(text)
  )
  return made.length === given.length && timingSafeEqual(made, given)
}
