import { inject } from '@adonisjs/core'
import { randomInt } from 'node:crypto'
import { totpChangedMail } from '#kernel/mail/texts'
import Refusal from '#kernel/refusals/refusal'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { countAttempt, forgetAttempts } from '#kernel/limits/attempt_limits'
import { recordMail } from '#kernel/mail/mails'
import { openSecret, sealSecret } from '#kernel/secrets/secrets'
import { firstRow, rows } from '#kernel/database/sql'
import { hashShortCode } from '#kernel/secrets/tokens'
import { newTotp, totpStep, type TotpSetup } from '#kernel/secrets/totp'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import ProvePassword from './prove_password.js'
import SpendCode, { plainCode } from './spend_code.js'
import { turnOffTotp } from './turn_off_totp.js'

const BACKUP_CODES = 10
const CODE_LENGTH = 10
/** Excludes letters and digits that look alike. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

type Owner = { email: string; passwordHash: string | null; secret: string | null; pending: string | null }

/**
 * Changes the second factor of a user (contract#second-factor).
 * @throws Refusal UNAUTHORIZED if a code is wrong or used; RATE_LIMITED after too many tries.
 */
@inject()
export default class ChangeTotp {
  constructor(
    protected spendCode: SpendCode,
    protected provePassword: ProvePassword
  ) {}

  /**
   * Prepares a secret. Login does not ask for a code until `enable` has received a first code.
   * @throws Refusal CONFLICT if the second factor is already on.
   */
  async setUp(userId: string): Promise<TotpSetup> {
    return transaction(async (trx) => {
      const owner = await lockOwner(trx, userId)
      if (owner.secret) throw alreadyOn()
      const setup = await newTotp(owner.email)
      await rows(trx, `update users set totp_pending_secret = ? where id = ?`, [
        sealSecret(setup.secret, `users.totp_secret:${userId}`),
        userId,
      ])
      return setup
    })
  }

  /**
   * Turns the second factor on. Returns the backup codes, which are available in plain text only here.
   * @throws Refusal CONFLICT if it is already on or not set up.
   */
  async enable(userId: string, code: string, origin: Origin, now = Date.now()): Promise<string[]> {
    return this.#counted(userId, async (trx) => {
      const { email, secret, pending } = await lockOwner(trx, userId)
      if (secret) throw alreadyOn()
      if (!pending) throw new Refusal('CONFLICT', { message: 'Set up the second factor first' })
      const opened = openSecret(pending, `users.totp_secret:${userId}`)
      const step = await totpStep(opened, plainCode(code), null, now)
      if (step === null) throw wrongCode()
      await rows(
        trx,
        `update users set totp_secret = totp_pending_secret, totp_pending_secret = null, totp_last_step = ?,
           updated_at = ? where id = ?`,
        [step, new Date(now), userId]
      )
      await recordMail(trx, { to: email, ...totpChangedMail(true) }, now)
      await recordAccountAudit(trx, origin, userId, 'totp_enabled', now)
      return replaceBackupCodes(trx, userId)
    })
  }

  /** Turns the second factor off. @throws Refusal CONFLICT if it is already off. */
  async disable(userId: string, password: string, code: string, origin: Origin, now = Date.now()) {
    const turnOff = async (trx: Trx, proved: string | null) => {
      const { email, passwordHash, secret } = await lockOwner(trx, userId)
      if (!secret) throw isOff()
      if (proved === null || passwordHash !== proved) throw wrongCode()
      if (!(await this.spendCode.execute(trx, userId, code, now))) throw wrongCode()
      await turnOffTotp(trx, { id: userId, email }, origin, now)
    }
    await this.#counted(userId, turnOff, password)
  }

  /**
   * Replaces the backup codes by ten new ones; the old codes stop working.
   * @throws Refusal CONFLICT if the second factor is off.
   */
  async renewBackupCodes(userId: string, code: string, origin: Origin, now = Date.now()): Promise<string[]> {
    return this.#counted(userId, async (trx) => {
      if (!(await lockOwner(trx, userId)).secret) throw isOff()
      if (!(await this.spendCode.execute(trx, userId, code, now))) throw wrongCode()
      await recordAccountAudit(trx, origin, userId, 'backup_codes_renewed', now)
      return replaceBackupCodes(trx, userId)
    })
  }

  /**
   * Counts the try and runs `work`. `proved` is the hash of the user's password if `password` is right
   * (`ProvePassword`), otherwise null.
   */
  async #counted<T>(
    userId: string,
    work: (trx: Trx, proved: string | null) => Promise<T>,
    password?: string
  ): Promise<T> {
    await countAttempt('totp', `signed in ${userId}`)
    const proved = password === undefined ? null : await this.provePassword.execute(userId, password)
    const result = await transaction((trx) => work(trx, proved))
    await forgetAttempts('totp', `signed in ${userId}`)
    return result
  }
}

async function lockOwner(trx: Trx, userId: string): Promise<Owner> {
  const owner = await firstRow<Owner>(
    trx,
    `select email, password_hash as "passwordHash", totp_secret as secret, totp_pending_secret as pending
     from users where id = ? for no key update`,
    [userId]
  )
  if (!owner) throw new Refusal('USER_NOT_FOUND')
  return owner
}

async function replaceBackupCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, newBackupCode)
  const hashes = codes.map((code) => hashShortCode(userId, code.replace('-', '')))
  await rows(trx, `delete from backup_codes where user_id = ?`, [userId])
  await rows(trx, `insert into backup_codes (user_id, code_hash) select ?, unnest(?::text[])`, [
    userId,
    hashes,
  ])
  return codes
}

function newBackupCode(): string {
  const all = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)])
  return `${all.slice(0, 5).join('')}-${all.slice(5).join('')}`
}

const alreadyOn = () =>
  new Refusal('CONFLICT', { message: 'The second factor is already on: turn it off first' })
const isOff = () => new Refusal('CONFLICT', { message: 'The second factor is off' })
const wrongCode = () =>
  new Refusal('UNAUTHORIZED', { message: 'The password or the code is wrong, or the code was already used' })
