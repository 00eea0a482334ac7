import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import type { PartialPolicy } from '#catalog/rules/policy'
import type { NewLicense } from '#licensing/actions/insert_licenses'
import type { PortalPatch } from '#end_users/actions/change_portal'
import { call } from './api.js'
import { createCustomer, own } from './end_users.js'
import { seedLicenses } from './licenses.js'
import { createMerchant } from './merchant.js'

export const LICENSES = '/v1/enduser/licenses'

/** An end user with one license of a product with this policy. */
export async function createOwner({
  policy = {},
  state = {},
  portal = {},
}: {
  policy?: PartialPolicy
  state?: Partial<NewLicense>
  portal?: PortalPatch
} = {}) {
  const merchant = await createMerchant()
  await rows(db.connection(), 'update products set policy = ? where id = ?', [
    JSON.stringify(policy),
    merchant.productId,
  ])
  const customer = await createCustomer(merchant, portal)
  const [license] = await seedLicenses(merchant, 1, state)
  await own(customer, license.id)
  const ask = (method: string, path = '', body?: unknown) =>
    call(method, `${LICENSES}/${license.id}${path}`, { token: customer.token, body })
  return { merchant, customer, license, ask }
}

/** Binds a license to devices or addresses. */
export async function bind(licenseId: string, kind: 'HWID' | 'IP', values: string[]) {
  await rows(
    db.connection(),
    `insert into license_bindings (license_id, kind, value, region, first_seen_at, last_seen_at)
     select ?, ?, value, null, now(), now() from unnest(?::text[]) as v (value) on conflict do nothing`,
    [licenseId, kind, values]
  )
}

/** A session of a license that expires in a minute, or has expired if `lapsed`. */
export async function openSession(
  licenseId: string,
  id: string,
  {
    hwid = null,
    ip = null,
    lapsed = false,
  }: { hwid?: string | null; ip?: string | null; lapsed?: boolean } = {}
) {
  await rows(
    db.connection(),
    `insert into license_sessions (license_id, id, hwid, ip, started_at, last_seen_at, expires_at)
     values (?, ?, ?, ?, now(), now(), now() + interval '${lapsed ? '-1' : '1'} minute')`,
    [licenseId, id, hwid, ip]
  )
}

/** The stored bindings and sessions of a license. */
export async function heldBy(licenseId: string) {
  const bindings = await rows<{ value: string }>(
    db.connection(),
    'select value from license_bindings where license_id = ? order by value',
    [licenseId]
  )
  const sessions = await rows<{ id: string }>(
    db.connection(),
    'select id from license_sessions where license_id = ? order by id',
    [licenseId]
  )
  return { bindings: bindings.map(({ value }) => value), sessions: sessions.map(({ id }) => id) }
}

/** Records self-service resets of a license at these moments. */
export async function pastResets(licenseId: string, kind: 'HWID' | 'IP', moments: number[]) {
  await rows(
    db.connection(),
    `insert into license_self_resets (id, license_id, org_id, kind, created_at)
     select gen_random_uuid(), l.id, l.org_id, ?, to_timestamp(at / 1000)
     from licenses l, unnest(?::float8[]) as m (at) where l.id = ?`,
    [kind, moments, licenseId]
  )
}

/** The number of recorded self-service resets of a license. */
export async function selfResets(licenseId: string): Promise<number> {
  const found = await rows(db.connection(), 'select 1 from license_self_resets where license_id = ?', [
    licenseId,
  ])
  return found.length
}

/** The stored status and owner of a license. */
export async function statusAndOwner(licenseId: string) {
  const [license] = await rows<{ status: string; owner: string | null }>(
    db.connection(),
    'select status, end_user_id as owner from licenses where id = ?',
    [licenseId]
  )
  return license
}
