import { hash, timingSafeEqual } from 'node:crypto'

/** Whether a verifier is the one of which a browser gave the SHA-256, in base64url, when it began. */
export function answersChallenge(verifier: string, codeChallenge: string): boolean {
  const [made, given] = [hash('sha256', verifier, 'base64url'), codeChallenge].map((text) =>
    Buffer.from(text)
  )
  return made.length === given.length && timingSafeEqual(made, given)
}
