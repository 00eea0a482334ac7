import { openSecret } from '#kernel/secrets/secrets'
import { changedRows, firstRow } from '#kernel/database/sql'
import { hashShortCode } from '#kernel/secrets/tokens'
import { totpStep } from '#kernel/secrets/totp'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Uses up a current TOTP code or a backup code of a user. Returns false if the code is neither. A TOTP code works once
 * per time step and a backup code works once, also if two requests send it at the same time (contract#second-factor).
 */
export default class SpendCode {
  async execute(trx: Trx, userId: string, code: string, now: number): Promise<boolean> {
    const plain = plainCode(code)
    return isTotpCode(code) ? this.#totp(trx, userId, plain, now) : this.#backup(trx, userId, plain, now)
  }

  async #totp(trx: Trx, userId: string, code: string, now: number): Promise<boolean> {
    // The row lock makes a second request with the same code wait and then see the step as used.
    const user = await firstRow<{ secret: string; lastStep: string | null }>(
      trx,
      `select totp_secret as secret, totp_last_step as "lastStep" from users
       where id = ? and totp_secret is not null for no key update`,
      [userId]
    )
    if (!user) return false
    const lastStep = user.lastStep === null ? null : Number(user.lastStep)
    const step = await totpStep(openSecret(user.secret, `users.totp_secret:${userId}`), code, lastStep, now)
    if (step === null) return false
    await changedRows(trx, `update users set totp_last_step = ? where id = ?`, [step, userId])
    return true
  }

  async #backup(trx: Trx, userId: string, code: string, now: number): Promise<boolean> {
    const used = await changedRows(
      trx,
      `update backup_codes set used_at = ? where user_id = ? and code_hash = ? and used_at is null`,
      [new Date(now), userId, hashShortCode(userId, code)]
    )
    return used === 1
  }
}

/** Returns true for the code of an app (six digits), false for a backup code. */
export const isTotpCode = (code: string) => /^\d{6}$/.test(plainCode(code))

/** Normalizes a typed code to its stored form: people type the gap that apps and backup codes are shown with. */
export const plainCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
