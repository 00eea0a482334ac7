import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { lockProofsOfAddress } from '#end_users/store/lock_proofs'
import { giveLicenses, ownersOf } from '#licensing/store/license_owners'
import { firstRow, millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import { fromNetwork } from '#kernel/limits/attempt_limits'
import { endUserPasswordReplacedMail } from '#kernel/mail/end_user_sign_in_texts'
import { recordMail } from '#kernel/mail/mails'
import Refusal from '#kernel/refusals/refusal'
import { hashNewPassword } from '#kernel/secrets/passwords'
import { hashSecret } from '#kernel/secrets/tokens'
import { plainEmail } from '#kernel/text/email'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { changeStatus } from '#licensing/rules/changes'
import { lockLicenses } from '#licensing/store/license_ledger'
import { endSignIns } from './end_sign_ins.js'
import type { Device } from './issue_end_user_session.js'
import LetIn, { lockWelcome, type LetInResult } from './let_in.js'
import { proveAddress } from './prove_address.js'

/** An invite of an end user; it may be accepted or expired. */
export type KnownInvite = {
  id: string
  orgId: string
  email: string
  licenseIds: string[]
  expiresAt: Millis
  acceptedAt: Millis | null
}

const INVITE = `select id, org_id as "orgId", email, license_ids as "licenseIds",
  ${millis('expires_at', 'expiresAt')}, ${millis('accepted_at', 'acceptedAt')} from end_user_invites`

/**
 * POST /v1/enduser/auth/invites/accept: proves the address of the invite, assigns its licenses and signs the end user
 * in, all in one transaction (contract/09-end-users#92-getting-in). Licenses that have got another owner since the
 * invite are skipped, but not those of an end user who had only claimed the address, whether this acceptance takes it off
 * them or another proof has since the invite: the merchant named the licenses together with it.
 */
@inject()
export default class AcceptEndUserInvite {
  constructor(protected letIn: LetIn) {}

  /** Finds the invite of a mailed token; null for an unknown token. */
  async ofToken(token: string): Promise<KnownInvite | null> {
    const found = await firstRow<KnownInvite>(db.connection(), `${INVITE} where token_hash = ?`, [
      hashSecret(token),
    ])
    // An earlier version stored it as it was typed; the migration left it so beside an invite in the other spelling.
    return found && { ...found, email: plainEmail(found.email) }
  }

  /**
   * @throws Refusal CONFLICT if the invite was accepted already, GONE after its 7 days, UNAUTHORIZED if it was
   *   withdrawn, VALIDATION_ERROR for a weak password, USER_BANNED.
   */
  async execute(
    { orgId, name, portal }: OpenPortal,
    invite: KnownInvite,
    password: string | undefined,
    device: Device,
    at?: Millis
  ): Promise<LetInResult> {
    const now = momentOf(at)
    assertOpen(invite, now)
    const network = fromNetwork(device.ip ?? '')
    const hash = password === undefined ? null : await hashNewPassword(password, invite.email, network)
    return transaction(async (trx) => {
      await lockProofsOfAddress(trx, orgId, invite.email)
      assertOpen(await read(trx, invite), now)
      const { endUserId, created, takenFrom } = await proveAddress(trx, orgId, invite.email, 'open', now)
      if (hash) await setPassword(trx, { ...invite, endUserId, sender: name, hash }, now)
      const entering = { orgId, endUserId, door: 'invite' } as const
      const inside = await this.letIn.execute(trx, entering, portal, device, now)
      const claimer = takenFrom ?? (await claimerOf(trx, invite))
      await take(trx, invite, { endUserId, claimer }, at)
      const sql = `update end_user_invites set accepted_at = ?, end_user_id = ? where org_id = ? and id = ?`
      await rows(trx, sql, [new Date(now), endUserId, orgId, invite.id])
      return { ...inside, created }
    })
  }
}

function assertOpen({ acceptedAt, expiresAt }: KnownInvite, now: Millis) {
  if (acceptedAt !== null) throw new Refusal('CONFLICT', { message: 'This invite was accepted already' })
  if (expiresAt <= now) throw new Refusal('GONE')
}

async function read(client: SqlExecutor, { orgId, id }: KnownInvite): Promise<KnownInvite> {
  const invite = await firstRow<KnownInvite>(client, `${INVITE} where org_id = ? and id = ?`, [orgId, id])
  if (!invite) throw notProved()
  return invite
}

type NewPassword = { orgId: string; email: string; endUserId: string; sender: string; hash: string }

/** Sets the password. If it replaces an earlier one, all other sign-ins end and the end user gets a mail. */
async function setPassword(trx: Trx, { orgId, email, endUserId, sender, hash }: NewPassword, now: Millis) {
  const { passwordHash } = await lockWelcome(trx, orgId, endUserId)
  const sql = `update end_users set password_hash = ?, updated_at = ? where org_id = ? and id = ?`
  await rows(trx, sql, [hash, new Date(now), orgId, endUserId])
  if (passwordHash === null) return
  await endSignIns(trx, orgId, endUserId, {}, now)
  await recordMail(trx, { to: email, ...endUserPasswordReplacedMail(sender) }, now, orgId)
}

/** Who had only claimed the address when another proof than this acceptance took it off them (see `takeAddressOff`). */
async function claimerOf(client: SqlExecutor, { orgId, id }: KnownInvite): Promise<string | null> {
  const sql = `select claimed_by as "claimedBy" from end_user_invites where org_id = ? and id = ?`
  return (await firstRow<{ claimedBy: string | null }>(client, sql, [orgId, id]))?.claimedBy ?? null
}

/**
 * Assigns the invite's licenses that have no owner, belong to the end user already, or belong to the one who had only
 * claimed the address. A PENDING one becomes ACTIVE, as if its key were redeemed.
 */
async function take(
  trx: Trx,
  { orgId, licenseIds }: KnownInvite,
  { endUserId, claimer }: { endUserId: string; claimer: string | null },
  at?: Millis
) {
  if (licenseIds.length === 0) return
  const actor = { type: 'endUser', id: endUserId } as const
  const states = await lockLicenses(trx, { orgId, productId: null, actor }, licenseIds)
  const owners = await ownersOf(
    trx,
    states.map(({ id }) => id)
  )
  const now = momentOf(at)
  const gifts = states
    .map((state) => {
      const decision = state.status === 'PENDING' ? changeStatus(state, 'redeem', now) : null
      const redeemed = decision?.outcome === 'changed' ? decision.after : null
      return { state, had: owners.get(state.id) ?? null, redeemed }
    })
    .filter(({ had }) => had === null || had === endUserId || had === claimer)
  await giveLicenses(trx, gifts, endUserId, { actor, now })
}
