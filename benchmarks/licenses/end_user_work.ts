import { rows } from '#kernel/database/sql'
import { newId } from '#kernel/secrets/ids'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import ListDevices from '#end_users/queries/list_devices'
import type { Reach } from '#end_users/store/reach'
import db from '@adonisjs/lucid/services/db'
import { createMerchant } from '../../tests/testkit/merchant.js'
import { peopleWork } from './people_work.js'
import { addPart, PART } from './work.js'

/** The number of licenses of the measured end user; the other licenses belong to people with five each. */
const OWNED = 120

/** Prepares the end user whose lists and reads are measured, among `size` licenses. */
export async function openWork(size: number): Promise<Record<string, () => Promise<unknown>>> {
  const merchant = await createMerchant()
  const endUserId = newId()
  const every = Math.floor(size / OWNED)
  let other = newId()
  for (let made = 0; made < size; made += PART) {
    const count = Math.min(PART, size - made)
    const owners = Array.from({ length: count }, (_, at) => {
      if ((made + at) % every === 0) return endUserId
      if (at % 5 === 0) other = newId()
      return other
    })
    await addPart(merchant, count, owners)
  }
  await rows(
    db.connection(),
    `insert into license_bindings (license_id, kind, value, first_seen_at, last_seen_at)
     select id, 'HWID', 'device', now(), now() from licenses where end_user_id = ?`,
    [endUserId]
  )
  await rows(
    db.connection(),
    `insert into license_self_resets (id, license_id, org_id, kind, end_user_id, created_at)
     select gen_random_uuid(), id, org_id, 'HWID', end_user_id, now() from licenses`
  )
  // As in a service that has been up for long.
  await rows(db.connection(), 'vacuum (analyze) licenses, license_self_resets, license_bindings')
  const reach: Reach = { ...merchant.scope, endUserId, licenseId: null }
  const licenses = new FindOwnLicenses()
  const { items, nextCursor } = await licenses.page(reach, {}, { limit: OWNED / 2 })
  const middle = items.at(-1)!
  return {
    'end user: list, page 1': () => licenses.page(reach, {}, { limit: 50 }),
    'end user: list, cursor in the middle': () =>
      licenses.page(reach, {}, { limit: 50, cursor: nextCursor! }),
    'end user: list by status': () => licenses.page(reach, { status: 'REVOKED' }, { limit: 50 }),
    'end user: read one': () => licenses.byId(reach, middle.id),
    'end user: devices of one': () => new ListDevices().execute(middle.id),
    ...(await peopleWork(merchant, size)),
  }
}
