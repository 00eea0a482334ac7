import Refusal from '#kernel/refusals/refusal'
import { artifactNameProblem } from './artifact_name.js'
import { ANY } from './platform.js'
import type { ArtifactKind } from './release.js'

/** The longest signature that is accepted, in characters. The merchant's own tool makes it. */
export const SIGNATURE_LENGTH = 4096

/** The description of a file that a caller sends. */
export type AskedArtifact = {
  /** Only set if the name does not come with the file. */
  filename?: string
  platform?: string
  arch?: string
  kind?: ArtifactKind
  signature?: string
  /** The hash that the bytes must have, in hexadecimal. */
  sha256?: string
}

/** A file before its bytes have arrived. */
export type NewArtifact = {
  filename: string
  platform: string
  arch: string
  kind: ArtifactKind
  signature?: string
}

/** The name and the form fields that came with the bytes of a file. */
type Sent = { name: string | null; fields?: Readonly<Record<string, string>> }

/** Merges the caller's description with the upload. @throws Refusal BAD_REQUEST for an invalid name or signature. */
export function newArtifact(asked: AskedArtifact, sent: Sent): NewArtifact {
  const { platform = ANY, arch = ANY, kind = 'other' } = asked
  const filename = asked.filename ?? sent.name ?? ''
  // A signature that a shell reads from a file ends with a line feed, which the decoders of updaters refuse.
  const signature = (sent.fields?.signature || asked.signature)?.trim() || undefined
  const problem = artifactNameProblem(filename)
  if (problem) throw new Refusal('BAD_REQUEST', { message: problem })
  if (signature?.includes('\0')) {
    throw new Refusal('BAD_REQUEST', { message: 'The signature has a NUL character' })
  }
  return { filename, platform, arch, kind, signature }
}

/** The hash that a caller announces, or undefined. @throws Refusal BAD_REQUEST if the header is not a SHA-256. */
export function announcedHash(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  if (/^[0-9a-f]{64}$/i.test(header.trim())) return header.trim().toLowerCase()
  throw new Refusal('BAD_REQUEST', {
    message: 'Content-SHA256 must be the SHA-256 of the file in hexadecimal, 64 characters',
  })
}

/** @throws Refusal NO_FILE for an empty file; BAD_REQUEST if the hash differs from the announced one. */
export function assertReceived({ bytes, sha256 }: { bytes: number; sha256: string }, announced?: string) {
  if (bytes === 0) throw new Refusal('NO_FILE', { message: 'The file is empty' })
  if (announced === undefined || announced === sha256) return
  throw new Refusal('BAD_REQUEST', {
    message: `The file arrived with the SHA-256 ${sha256}, not with that of Content-SHA256: send it again`,
  })
}
