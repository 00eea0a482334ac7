import { readFile } from 'node:fs/promises'
import hash from '@adonisjs/core/services/hash'
import { passwordProblem } from './password.js'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { Gate } from '#kernel/batching/gate'
import { kept } from '#kernel/batching/kept'

/** Common patterns that can be guessed without a leak. */
const PATTERNS = new URL('../../../resources/common_passwords.txt', import.meta.url)
const common = kept(readCommon)

/**
 * A hash takes a quarter of a second of one processor and 16 MiB. Two at a time leave half of Node's threads for files
 * and name lookups. Ten per caller are as many as a caller may try in a quarter of an hour.
 */
const hashing = new Gate(
  2,
  10,
  () =>
    new Refusal('RATE_LIMITED', {
      message: 'Too many passwords are being checked: retry in a moment',
      retryAfter: 5,
    })
)

/** @throws Refusal VALIDATION_ERROR on `field` if a new password is too short, too long or common. */
export async function assertNewPassword(password: string, email: string, field = 'password') {
  const known = await common()
  const problem = passwordProblem(password, email, (lowered) => known.has(lowered))
  if (problem) throw invalidField(field, problem)
}

/**
 * Hashes a new password. It is slow, so never call it inside a transaction. `who` identifies the caller: a client's
 * network or a user.
 * @throws Refusal VALIDATION_ERROR on `field` if the password is too short, too long or common; RATE_LIMITED if the
 *   caller has too many hashes in progress.
 */
export async function hashNewPassword(
  password: string,
  email: string,
  who: string,
  field = 'password'
): Promise<string> {
  await assertNewPassword(password, email, field)
  return hashing.run(who, () => hash.make(password))
}

/**
 * Returns true if a password matches a hash. Without a hash it takes equally long, so that the time reveals nothing. It
 * is slow, so never call it inside a transaction. `who` identifies the caller: a client's network or a user.
 * @throws Refusal RATE_LIMITED
 */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
  who: string
): Promise<boolean> {
  if (passwordHash) return hashing.run(who, () => hash.verify(passwordHash, password))
  await hashing.run(who, () => hash.make(password))
  return false
}

/** Returns a new hash of a correct password if the stored hash uses weaker settings than today's; otherwise null. */
export async function strongerHash(
  passwordHash: string,
  password: string,
  who: string
): Promise<string | null> {
  return hash.needsReHash(passwordHash) ? hashing.run(who, () => hash.make(password)) : null
}

/**
 * Passwords of real leaks, and patterns. Loaded when the first password is set, because few processes ever need them.
 */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const patterns = await readFile(PATTERNS, 'utf8')
  return new Set([...dictionary['passwords-common'], ...patterns.split('\n')])
}
