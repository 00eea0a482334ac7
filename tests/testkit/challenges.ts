import db from '@adonisjs/lucid/services/db'
import StartEndUserChallenge, {
  type MailedChallenge,
  type MailedSecrets,
} from '#end_users/actions/start_end_user_challenge'
import { transaction } from '#kernel/database/unit_of_work'
import { firstRow } from '#kernel/database/sql'
import { mailsTo } from './mails.js'

/** Starts a challenge without a door and returns it with the secrets of its mail. */
export async function startChallenge(challenge: MailedChallenge, now = Date.now()) {
  let secrets: MailedSecrets | null = null
  const compose = (given: MailedSecrets) => {
    secrets = given
    return { subject: 'Test', text: given.code }
  }
  const started = await transaction((trx) => new StartEndUserChallenge().mailed(trx, challenge, compose, now))
  return { ...started, ...(secrets as unknown as MailedSecrets) }
}

/** A code of six digits that differs from `code`. */
export const otherCode = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

/** The code and the link's token in the last mail to an address. */
export async function mailedProof(email: string): Promise<{ code: string; token: string | null }> {
  const { text } = (await mailsTo(email)).at(-1)!
  const code = /^ {2}(\d{6})$/m.exec(text)?.[1]
  if (!code) throw new Error(`No code in the last mail to ${email}: ${text}`)
  return { code, token: /(?:#token=|^Token: )([\w-]{43})$/m.exec(text)?.[1] ?? null }
}

/** The number of challenges of an address that can still be answered. */
export async function liveChallenges(orgId: string, email: string): Promise<number> {
  const row = await firstRow<{ n: number }>(
    db.connection(),
    `select count(*)::int as n from end_user_challenges
     where org_id = ? and email = ? and used_at is null and expires_at > now() and tries < 5`,
    [orgId, email]
  )
  return row!.n
}
