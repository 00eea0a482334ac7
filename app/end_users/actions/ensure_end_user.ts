import type { Millis } from '#kernel/time/millis'
import type { EndUserRef } from '#licensing/queries/license_summary'
import { contradiction, NAMES, type EndUserName, type Meant } from '#end_users/rules/named_person'
import { lockMeant, type MeantEndUser } from '#end_users/store/lock_meant'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import { changedRows } from '#kernel/database/sql'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Trx } from '#kernel/database/unit_of_work'
import type { PersonName } from '#kernel/text/name'
import { plainEmail } from '#kernel/text/email'

const NAMELESS: PersonName = { firstName: null, lastName: null }

/** How often another transaction may take a name before this one gives up. */
const LOOKS = 5

/**
 * Returns the end user of an org with these names, and creates one if there is none. A merged end user leads to the one
 * they were merged into. The end user is locked, so that no merge, ban or erasure comes in between. Lock licenses only
 * afterwards. A new end user is `called` by this name; the name of another one stays.
 * @throws Refusal VALIDATION_ERROR if no name is given, USER_NOT_FOUND for an unknown id or an erased end user,
 *   CONFLICT if the names do not all mean one end user, USER_BANNED.
 */
export async function ensureEndUser(
  trx: Trx,
  orgId: string,
  { userId, email, username }: EndUserName,
  now: Millis,
  called: PersonName = NAMELESS
): Promise<EndUserRef> {
  const name = {
    userId: userId?.toLowerCase() || null,
    email: email ? plainEmail(email) : null,
    username: username || null,
  }
  if (NAMES.every((field) => name[field] === null))
    throw invalidField('email', 'Name the owner by userId, email or username')
  for (let look = 0; look < LOOKS; look++) {
    const meant = await lockMeant(trx, orgId, name)
    if (name.userId && (!meant.userId || meant.userId.erased)) throw new Refusal('USER_NOT_FOUND')
    const user = meant.userId ?? meant.email ?? meant.username
    if (user) return welcome(name, meant, user)
    const made = await make(trx, orgId, name, called, now)
    if (made) return made
  }
  throw new Error('The names of an end user change hands too often')
}

function welcome(name: EndUserName, meant: Meant<MeantEndUser>, user: MeantEndUser): EndUserRef {
  const fields = contradiction(name, meant)
  // The license must not go to a person whom one of the names does not mean.
  if (fields.length > 0) throw notOnePerson(fields, meant)
  if (user.erased) throw new Refusal('USER_NOT_FOUND')
  if (user.banned) throw new Refusal('USER_BANNED')
  return { id: user.id, username: user.username, email: user.email }
}

/** Returns null if another transaction has taken one of the names. */
async function make(
  trx: Trx,
  orgId: string,
  { email = null, username = null }: EndUserName,
  { firstName, lastName }: PersonName,
  now: Millis
): Promise<EndUserRef | null> {
  const id = newId()
  const made = await changedRows(
    trx,
    `insert into end_users (id, org_id, email, username, first_name, last_name, created_at)
     values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [id, orgId, email, username, firstName, lastName, new Date(now)]
  )
  if (made === 0) return null
  await recordEvents(
    trx,
    [{ name: 'end_user.created', data: { endUserId: id }, orgId, productId: null }],
    now
  )
  return { id, email, username }
}

function notOnePerson(fields: (keyof EndUserName)[], meant: Meant<MeantEndUser>): Refusal {
  return new Refusal('CONFLICT', {
    message: 'The names do not all mean the same end user: send only one of them',
    details: fields.map((field) => ({ field, message: meant[field]?.id ?? `No end user has this ${field}` })),
  })
}
