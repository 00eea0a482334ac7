import limiter from '@adonisjs/limiter/services/main'
import { errors } from '@adonisjs/limiter'
import { createHash } from 'node:crypto'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import { outages, passUncounted } from './pass_uncounted.js'
import { networkOf } from '#kernel/net/network'

/**
 * The counted kinds of attempts: how many are allowed, and the window in seconds (interface#8-limits,
 * contract#settings).
 */
const KINDS = {
  login: { requests: () => limits.loginPer15Minutes, seconds: 900 },
  loginFailures: { requests: () => limits.loginFailuresPerDay, seconds: 86_400 },
  signup: { requests: () => limits.signupPerHour, seconds: 3600 },
  passwordReset: { requests: () => limits.passwordResetPerHour, seconds: 3600 },
  /** One more mail to a mailbox that has used up its hourly limit. */
  lateReset: { requests: () => 1, seconds: 600 },
  totp: { requests: () => limits.totpPer15Minutes, seconds: 900 },
  orgInvites: { requests: () => limits.invitesPerHour, seconds: 3600 },
  /** A user who deletes orgs and creates new ones gets no more invites than three orgs have. */
  userInvites: {
    requests: () => times(limits.invitesPerHour, 3),
    seconds: 3600,
  },
  invitedAddress: { requests: () => limits.invitesPerAddressAndDay, seconds: 86_400 },
  /** Mails that confirm an address, not counting the mail of the sign-up. */
  verifyMail: { requests: () => 5, seconds: 86_400 },
  endUserLogin: { requests: () => limits.endUserLoginPer15Minutes, seconds: 900 },
  endUserCodes: { requests: () => limits.endUserCodesPerHour, seconds: 3600 },
  endUserCodesOfAddress: { requests: () => times(limits.endUserCodesPerHour, 4), seconds: 3600 },
  /** Mails with codes to one email address. */
  endUserMail: { requests: () => 1, seconds: 60 },
  redeems: { requests: () => limits.redeemsPer15Minutes, seconds: 900 },
  redeemsOfAddress: { requests: () => times(limits.redeemsPer15Minutes, 2), seconds: 900 },
  tickets: { requests: () => limits.ticketsPerHour, seconds: 3600 },
  ticketMessages: { requests: () => times(limits.ticketsPerHour, 6), seconds: 3600 },
  orders: { requests: () => limits.ordersPerHour, seconds: 3600 },
  processorEvents: { requests: () => limits.processorEventsPerMinute, seconds: 60 },
  domainChecks: { requests: () => limits.domainChecksPerHour, seconds: 3600 },
  /** Entries in the sign-in log of an org about refused answers to one request, which lives for ten minutes. */
  ssoRefusals: { requests: () => 10, seconds: 600 },
  ssoStarts: { requests: () => limits.ssoStartsPer15Minutes, seconds: 900 },
  /** Mails that warn a user about guesses at the password or the second factor of the account. */
  alarm: { requests: () => 1, seconds: 86_400 },
} as const

/** Multiplies a limit; an unlimited one stays unlimited. */
function times(limit: number, factor: number): number {
  return limit < 0 ? -1 : limit * factor
}

/** The delay of a sign-in to an account that has used up its failures of the day. Milliseconds. */
export const SLOWER_BY = 2000

export type AttemptKind = keyof typeof KINDS

/**
 * The subject for attempts that count by client address, and by `who` if they are about one account or mailbox. An IPv6
 * address counts as its /64, because one subscriber of an internet provider has all of it.
 */
export function fromNetwork(ip: string, who = ''): string {
  return `${networkOf(ip)} ${who}`
}

/**
 * Counts one attempt before it is made, so that concurrent guesses are counted too.
 * @throws Refusal RATE_LIMITED with the whole window as Retry-After (interface#rate-limit-headers);
 *   RATE_LIMIT_UNAVAILABLE while the store is down, if this deployment fails closed.
 */
export async function countAttempt(kind: AttemptKind, subject: string, message?: string) {
  if (!(await mayAttempt(kind, subject))) throw refused(kind, message)
}

/**
 * Counts one attempt and returns whether the limit allows it, for callers whose refusal is not RATE_LIMITED.
 * @throws Refusal RATE_LIMIT_UNAVAILABLE while the store is down, if this deployment fails closed.
 */
export async function mayAttempt(kind: AttemptKind, subject: string): Promise<boolean> {
  if (KINDS[kind].requests() < 0) return true
  try {
    await store(kind).consume(keyOf(kind, subject))
    outages.attempts.worked()
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return false
    passUncounted(error, 'attempts')
  }
  return true
}

/**
 * Counts one attempt and returns whether it exceeds the limit; it refuses nothing. While the store is down it returns
 * false.
 * @throws Refusal RATE_LIMIT_UNAVAILABLE while the store is down, if this deployment fails closed.
 */
export async function isPastLimit(kind: AttemptKind, subject: string): Promise<boolean> {
  const allowed = KINDS[kind].requests()
  if (allowed < 0) return false
  try {
    const { consumed } = await store(kind).increment(keyOf(kind, subject))
    outages.attempts.worked()
    return consumed > allowed
  } catch (error) {
    passUncounted(error, 'attempts')
    return false
  }
}

/**
 * Counts one attempt if the limit allows it, and returns whether it does. A refused call leaves the window as it was: the
 * calls that filled it may still take their attempts back, and then nothing must keep it full. For limits on how many
 * things are created, not for guesses.
 * @throws Refusal RATE_LIMIT_UNAVAILABLE while the store is down, if this deployment fails closed.
 */
async function claimAttempt(kind: AttemptKind, subject: string): Promise<boolean> {
  const allowed = await mayAttempt(kind, subject)
  if (!allowed) await takeBackAttempt(kind, subject)
  return allowed
}

/** Takes back an attempt that created nothing, or that turned out not to be a failure. */
export async function takeBackAttempt(kind: AttemptKind, subject: string) {
  if (KINDS[kind].requests() < 0) return
  await store(kind)
    .decrement(keyOf(kind, subject))
    .catch(() => {})
}

/**
 * Claims an attempt, tells the work whether the limit allows it, and takes it back if the work fails. For work that does
 * less beyond the limit, such as mailing nothing.
 * @throws Refusal RATE_LIMIT_UNAVAILABLE while the store is down, if this deployment fails closed; the errors of the work.
 */
export async function claimedAttempt<Outcome>(
  kind: AttemptKind,
  subject: string,
  work: (isAllowed: boolean) => Promise<Outcome>
): Promise<Outcome> {
  const isAllowed = await claimAttempt(kind, subject)
  try {
    return await work(isAllowed)
  } catch (error) {
    if (isAllowed) await takeBackAttempt(kind, subject)
    throw error
  }
}

/**
 * Claims an attempt and takes it back if the work fails. For limits on how many things are created.
 * @throws Refusal RATE_LIMITED, RATE_LIMIT_UNAVAILABLE; the errors of the work.
 */
export function countedAttempt<Outcome>(
  kind: AttemptKind,
  subject: string,
  work: () => Promise<Outcome>,
  message?: string
): Promise<Outcome> {
  return claimedAttempt(kind, subject, (isAllowed) => {
    if (!isAllowed) throw refused(kind, message)
    return work()
  })
}

/** Deletes the count of the attempts that led to a success. */
export async function forgetAttempts(kind: AttemptKind, subject: string) {
  if (KINDS[kind].requests() < 0) return
  await store(kind)
    .delete(keyOf(kind, subject))
    .catch(() => {})
}

function refused(kind: AttemptKind, message: string | undefined) {
  return new Refusal('RATE_LIMITED', { message, retryAfter: KINDS[kind].seconds })
}

function store(kind: AttemptKind) {
  const { requests, seconds } = KINDS[kind]
  return limiter.use({ requests: requests(), duration: seconds })
}

/** Hashed, because a subject may be an email address of any length. */
function keyOf(kind: AttemptKind, subject: string): string {
  return `${kind}_${createHash('sha256').update(subject).digest('base64url')}`
}
