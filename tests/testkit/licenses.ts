import db from '@adonisjs/lucid/services/db'
import { insertLicenses, type NewLicense } from '#licensing/actions/insert_licenses'
import { UNTOUCHED } from '#licensing/rules/license'
import { newAttributes } from '#licensing/rules/patch'
import { newId } from '#kernel/secrets/ids'
import type { Merchant } from './merchant.js'

type State = Partial<NewLicense> | (() => Partial<NewLicense>)

/**
 * Inserts licenses directly into the database. All have the same state, or a function gives the state of each. Returns
 * them in order.
 */
export async function seedLicenses(
  merchant: Merchant,
  count: number,
  state: State = {}
): Promise<NewLicense[]> {
  const licenses = Array.from({ length: count }, () =>
    newLicense(merchant, typeof state === 'function' ? state() : state)
  )
  for (let from = 0; from < count; from += 5000) {
    const part = licenses.slice(from, from + 5000)
    await db.transaction((trx) => insertLicenses(trx, part, { actor: merchant.scope.actor, now: Date.now() }))
  }
  return licenses
}

/** Assigns a license to a new end user, ada@example.com, and returns the id of that end user. */
export async function giveTo(merchant: Merchant, licenseId: string) {
  const id = newId()
  await db.rawQuery(
    `insert into end_users (id, org_id, username, email, created_at) values (?, ?, 'ada', 'ada@example.com', now())`,
    [id, merchant.orgId]
  )
  await db.rawQuery('update licenses set end_user_id = ? where id = ?', [id, licenseId])
  return id
}

function newLicense(merchant: Merchant, state: Partial<NewLicense>): NewLicense {
  const id = newId()
  return {
    id,
    orgId: merchant.orgId,
    productId: merchant.productId,
    key: `KEY-${id}`,
    status: 'ACTIVE',
    expirationMode: 'never',
    expiresAt: null,
    expiresAfterDays: null,
    ...UNTOUCHED,
    ...newAttributes({}),
    ...state,
  }
}
