import { readFileSync } from 'node:fs'
import hash from '@adonisjs/core/services/hash'
import { passwordProblem } from '#domain/auth/password'
import { invalidField } from '#exceptions/refusal'

const FILE = new URL('../../resources/common_passwords.txt', import.meta.url)
let common: Set<string> | null = null

/** Errors: VALIDATION_ERROR on `field` for a new password that is too short, too long or common. */
export function assertNewPassword(password: string, email: string, field = 'password') {
  common ??= new Set(readFileSync(FILE, 'utf8').split('\n'))
  const problem = passwordProblem(password, email, (lowered) => common!.has(lowered))
  if (problem) throw invalidField(field, problem)
}

/** Hashes a new password. Errors: VALIDATION_ERROR on `field` for one that is too short, too long or common. */
export async function hashNewPassword(password: string, email: string, field = 'password'): Promise<string> {
  assertNewPassword(password, email, field)
  return hash.make(password)
}

/** Whether a password is this one. Without a hash it takes as long, so that the time says nothing. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash) return hash.verify(passwordHash, password)
  await hash.make(password)
  return false
}
