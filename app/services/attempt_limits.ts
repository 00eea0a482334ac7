import limiter from '@adonisjs/limiter/services/main'
import { errors } from '@adonisjs/limiter'
import logger from '@adonisjs/core/services/logger'
import { createHash } from 'node:crypto'
import { limits } from '#config/limits'
import Refusal from '#exceptions/refusal'

/** What is counted, how often it may happen, and in how many seconds (interface 8, contract 7). */
const KINDS = {
  login: { requests: () => limits.loginPer15Minutes, seconds: 900 },
  signup: { requests: () => limits.signupPerHour, seconds: 3600 },
  passwordReset: { requests: () => limits.passwordResetPerHour, seconds: 3600 },
  totp: { requests: () => limits.totpPer15Minutes, seconds: 900 },
  webhookTest: { requests: () => limits.webhookTestPerMinute, seconds: 60 },
} as const

export type AttemptKind = keyof typeof KINDS

/**
 * Counts one attempt, before it is made, so that guesses made at the same time are counted too. Errors:
 * RATE_LIMITED with the whole window as Retry-After (interface 8); RATE_LIMIT_UNAVAILABLE while the store is
 * down, where this deployment fails closed.
 */
export async function countAttempt(kind: AttemptKind, subject: string) {
  const { requests, seconds } = KINDS[kind]
  if (requests() < 0) return
  try {
    await store(kind).consume(keyOf(kind, subject))
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) {
      throw new Refusal('RATE_LIMITED', { retryAfter: seconds })
    }
    if (limits.failClosed) throw new Refusal('RATE_LIMIT_UNAVAILABLE', { retryAfter: 1 })
    logger.warn({ err: error }, 'attempts cannot be counted: this one passes uncounted')
  }
}

/** Takes an attempt back that another window has refused: a refused request takes from none. */
export async function takeBackAttempt(kind: AttemptKind, subject: string) {
  if (KINDS[kind].requests() < 0) return
  await store(kind)
    .decrement(keyOf(kind, subject))
    .catch(() => {})
}

/** Forgets the attempts that led to a success. */
export async function forgetAttempts(kind: AttemptKind, subject: string) {
  if (KINDS[kind].requests() < 0) return
  await store(kind)
    .delete(keyOf(kind, subject))
    .catch(() => {})
}

function store(kind: AttemptKind) {
  const { requests, seconds } = KINDS[kind]
  return limiter.use({ requests: requests(), duration: seconds })
}

/** Hashed, because a subject may be an email address of any length. */
function keyOf(kind: AttemptKind, subject: string): string {
  return `${kind}_${createHash('sha256').update(subject).digest('base64url')}`
}
