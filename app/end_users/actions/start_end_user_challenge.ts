import { recordMail } from '#kernel/mail/mails'
import type { MailText } from '#kernel/mail/texts'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { newCode } from '#kernel/secrets/mailed_code'
import { newId } from '#kernel/secrets/ids'
import { hashSecret, hashShortCode, newSecret } from '#kernel/secrets/tokens'
import { iso } from '#kernel/time/iso'
import type { Millis } from '#kernel/time/millis'
import { CHALLENGE_LIFE, MOST_LIVE, type ChallengePurpose } from '#end_users/rules/challenge'
import { withToken } from '#end_users/rules/return_page'

/** A mailed challenge: its address, and its end user if one is signed in. */
export type MailedChallenge = {
  orgId: string
  purpose: Exclude<ChallengePurpose, 'portal_link'>
  email: string
  endUserId: string | null
  /** The page that the mailed link leads to. */
  page: string | null
}

/** A one-time link of a merchant. With a `productId` it opens only that product's licenses. */
export type PortalLinkChallenge = {
  orgId: string
  endUserId: string
  /** The address that is told about the link; null if none is. */
  email: string | null
  productId: string | null
  page: string
}

/** The secrets that a mail contains. */
export type MailedSecrets = { code: string; token: string }

export type StartedChallenge = { challengeToken: string; expiresAt: string }
/** A one-time link. */
export type StartedLink = { token: string; url: string; expiresAt: string }

type Stored = {
  tokenHash: string | null
  codeHmac: string | null
  linkHash: string
}

/** Starts challenges that prove an address or sign in once (contract/09-end-users#92-getting-in). */
export default class StartEndUserChallenge {
  /**
   * Creates a challenge with a code and a link, and mails them. Without `compose` it does everything but the mail:
   * callers that must not reveal whether an address is known start a challenge for it that nobody can answer.
   */
  async mailed(
    trx: Trx,
    challenge: MailedChallenge,
    compose: ((secrets: MailedSecrets) => MailText) | null,
    now: Millis
  ): Promise<StartedChallenge> {
    const [id, challengeToken, token, code] = [newId(), newSecret(), newSecret(), newCode()]
    const secrets = {
      tokenHash: hashSecret(challengeToken),
      codeHmac: hashShortCode(id, code),
      linkHash: hashSecret(token),
    }
    const expiresAt = await store(trx, id, { ...challenge, productId: null }, secrets, now)
    await endOldest(trx, challenge, now)
    if (compose) {
      const text = compose({ code, token })
      await recordMail(trx, { to: challenge.email, ...text }, now, challenge.orgId)
    }
    return { challengeToken, expiresAt }
  }

  /** Creates a link that signs an end user in once, within 15 minutes. */
  async portalLink(trx: Trx, challenge: PortalLinkChallenge, now: Millis): Promise<StartedLink> {
    const token = newSecret()
    const secrets = { tokenHash: null, codeHmac: null, linkHash: hashSecret(token) }
    const whole = { ...challenge, purpose: 'portal_link' } as const
    const expiresAt = await store(trx, newId(), whole, secrets, now)
    return { token, url: withToken(challenge.page, token), expiresAt }
  }
}

type Whole = Omit<MailedChallenge, 'purpose' | 'email'> & {
  purpose: ChallengePurpose
  email: string | null
  productId: string | null
}

async function store(trx: Trx, id: string, challenge: Whole, secrets: Stored, now: Millis): Promise<string> {
  const { orgId, purpose, email, endUserId, productId, page } = challenge
  const end = now + CHALLENGE_LIFE[purpose]
  await rows(
    trx,
    `insert into end_user_challenges (id, org_id, end_user_id, purpose, email, token_hash, code_hmac, link_hash,
       product_id, return_url, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[id, orgId, endUserId, purpose, email, secrets.tokenHash, secrets.codeHmac, secrets.linkHash],
      ...[productId, page, new Date(now), new Date(end)],
    ]
  )
  return iso(end)
}

/** Ends an address's oldest challenges above the limit of live ones. Concurrent starts take turns. */
async function endOldest(trx: Trx, { orgId, purpose, email, endUserId }: MailedChallenge, now: Millis) {
  const place = `challenge ${orgId} ${purpose} ${endUserId ?? ''} ${email}`
  await rows(trx, `select pg_advisory_xact_lock(hashtextextended(?, 0))`, [place])
  await rows(
    trx,
    `update end_user_challenges set used_at = ? where id in (
       select id from end_user_challenges
       where org_id = ? and email = ? and purpose = ? and end_user_id is not distinct from ?::uuid
         and used_at is null and expires_at > ?
       order by created_at desc, id desc offset ?)`,
    [new Date(now), orgId, email, purpose, endUserId, new Date(now), MOST_LIVE]
  )
}
