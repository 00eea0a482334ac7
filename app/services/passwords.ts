import { readFile } from 'node:fs/promises'
import hash from '@adonisjs/core/services/hash'
import { passwordProblem } from '#domain/auth/password'
import { invalidField } from '#exceptions/refusal'

/** Patterns that nobody had to leak for others to guess them. */
const PATTERNS = new URL('../../resources/common_passwords.txt', import.meta.url)
let common: Promise<Set<string>> | null = null

/** Errors: VALIDATION_ERROR on `field` for a new password that is too short, too long or common. */
export async function assertNewPassword(password: string, email: string, field = 'password') {
  const known = await (common ??= readCommon())
  const problem = passwordProblem(password, email, (lowered) => known.has(lowered))
  if (problem) throw invalidField(field, problem)
}

/** Hashes a new password. Errors: VALIDATION_ERROR on `field` for one that is too short, too long or common. */
export async function hashNewPassword(password: string, email: string, field = 'password'): Promise<string> {
  await assertNewPassword(password, email, field)
  return hash.make(password)
}

/** Whether a password is this one. Without a hash it takes as long, so that the time says nothing. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash) return hash.verify(passwordHash, password)
  await hash.make(password)
  return false
}

/** Passwords of real leaks, and patterns. Read when the first password is set: few processes ever need them. */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const patterns = await readFile(PATTERNS, 'utf8')
  return new Set([...dictionary['passwords-common'], ...patterns.split('\n')])
}
