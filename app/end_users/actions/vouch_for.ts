import { vouchedFor } from '#end_users/rules/vouched_for'
import type { PersonFields } from '#end_users/rules/person'
import { plainEmail } from '#kernel/text/email'
import { lockNamedEndUsers } from '#end_users/store/lock_named_end_users'
import { lockProofsOfAddress } from '#end_users/store/lock_proofs'
import { writePerson } from '#end_users/store/write_person'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import { changedRows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import { takeAddressOff, type AddressOwner } from './prove_address.js'

/** How often another transaction may take a name before this one gives up. */
const LOOKS = 5

/** The values of an end user before any fields are known. */
const NOBODY = { emailVerified: false, metadata: {} }

/**
 * Finds and locks the end user whom a merchant vouches for, or creates one, and writes the fields that were sent
 * (contract/09-end-users#93-the-exchange-the-merchant-vouches). Records end_user.created and end_user.updated.
 * @throws Refusal CONFLICT if externalId and verified email belong to two end users; USER_BANNED
 */
export async function vouchFor(
  trx: Trx,
  orgId: string,
  { email: address, ...person }: PersonFields,
  emailVerified: boolean,
  origin: Origin,
  now: Millis
): Promise<AddressOwner> {
  const names = { externalId: person.externalId ?? null, email: address ? plainEmail(address) : null }
  // Only a verified address is taken off another end user, which changes open invites to it.
  if (emailVerified && names.email) await lockProofsOfAddress(trx, orgId, names.email)
  for (let look = 0; look < LOOKS; look++) {
    const verdict = vouchedFor(await lockNamedEndUsers(trx, orgId, names), emailVerified)
    if (!verdict.allow) throw twoPeople(verdict.reason)
    const { endUser, takesEmail, takenOff } = verdict
    if (endUser?.banned) throw new Refusal('USER_BANNED')
    if (takenOff) await takeAddressOff(trx, orgId, takenOff.id, now)
    const endUserId =
      endUser?.id ?? (await make(trx, orgId, names.externalId, takesEmail ? names.email : null, now))
    if (!endUserId) continue
    const known = { ...NOBODY, ...names, ...(takesEmail ? {} : { email: null }) }
    const asked = { ...person, ...(takesEmail && names.email && { email: names.email }) }
    const target = { orgId, id: endUserId, emailVerified }
    const fields = await writePerson(trx, target, endUser ?? known, asked, now)
    await tell(trx, { orgId, endUserId, created: !endUser, fields }, origin, now)
    return { endUserId, created: !endUser }
  }
  throw new Error('The names of an end user change hands too often')
}

/** Returns null if another transaction has taken one of the names. */
async function make(
  trx: Trx,
  orgId: string,
  externalId: string | null,
  email: string | null,
  now: Millis
): Promise<string | null> {
  const id = newId()
  const made = await changedRows(
    trx,
    `insert into end_users (id, org_id, external_id, email, created_at) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
    [id, orgId, externalId, email, new Date(now)]
  )
  return made === 0 ? null : id
}

type Told = { orgId: string; endUserId: string; created: boolean; fields: string[] }

async function tell(trx: Trx, { orgId, endUserId, created, fields }: Told, origin: Origin, now: Millis) {
  if (!created && fields.length === 0) return
  const entry = created ? { action: 'end_user.created' } : { action: 'end_user.updated', data: { fields } }
  await recordAudit(trx, origin, { orgId, subject: endUserId, ...entry }, now)
  const about = { orgId, productId: null }
  const event = created
    ? ({ ...about, name: 'end_user.created', data: { endUserId } } as const)
    : ({ ...about, name: 'end_user.updated', data: { endUserId, fields } } as const)
  await recordEvents(trx, [event], now)
}

function twoPeople({ byExternalId, byEmail }: { byExternalId: string; byEmail: string }) {
  return new Refusal('CONFLICT', {
    message: 'The externalId and the email belong to two end users: merge them first',
    details: [
      { field: 'externalId', message: byExternalId },
      { field: 'email', message: byEmail },
    ],
  })
}
