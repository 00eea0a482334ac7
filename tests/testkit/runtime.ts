import { createHash, createHmac, randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { Policy } from '#catalog/rules/policy'
import type { OutgoingEvent } from '#kernel/outbox/outbox'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { BASE } from './http.js'
import { seedLicenses } from './licenses.js'
import { createApiKey, createMerchant, type Merchant } from './merchant.js'
import type { NewLicense } from '#licensing/actions/insert_licenses'

export const AUTHORIZE = '/v1/licenses/authorize'
export const RELEASE = '/v1/licenses/release'

/** A merchant whose program makes runtime calls: a product with a policy, and a key with `license:authorize`. */
export type Vendor = Merchant & { key: string; signingSecret: string; keyId: string }

export async function createVendor(policy: Partial<Policy> = {}): Promise<Vendor> {
  const merchant = await createMerchant()
  await setPolicy(merchant.productId, policy)
  const { id, key, signingSecret } = await createApiKey(merchant, ['license:authorize'])
  return { ...merchant, key, signingSecret, keyId: id }
}

/** Deletes the signing secret of a merchant's key. */
export async function withoutSecret({ keyId }: Vendor) {
  await rows(db.connection(), `update api_keys set signing_secret = '' where id = ?`, [keyId])
}

async function setPolicy(productId: string, policy: Partial<Policy>) {
  await rows(db.connection(), 'update products set policy = ? where id = ?', [
    JSON.stringify(policy),
    productId,
  ])
}

/** Inserts one license of a merchant, in any state. */
export async function seedLicense(vendor: Merchant, state: Partial<NewLicense> = {}): Promise<NewLicense> {
  const [license] = await seedLicenses(vendor, 1, state)
  return license
}

export type CallOptions = {
  base?: string
  path?: string
  /** The query string with its question mark; it is not signed. */
  query?: string
  /** Signed and sent unchanged. */
  timestamp?: string
  nonce?: string
  /** Added to the headers; a header with the value null is left out. */
  headers?: Record<string, string | null>
  /** Sent instead of the body that was signed. */
  sentBody?: string
  signed?: boolean
  secret?: string
}

/**
 * The headers and the body of a signed call, made exactly as interface#54-request-signing says, without the service's
 * code.
 */
export function signedCall(vendor: Vendor, body: object | string, options: CallOptions = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const path = options.path ?? AUTHORIZE
  const timestamp = options.timestamp ?? String(Math.floor(Date.now() / 1000))
  const nonce = options.nonce ?? randomBytes(16).toString('hex')
  const sha = createHash('sha256').update(text).digest('hex')
  const signature = createHmac('sha256', options.secret ?? vendor.signingSecret)
    .update(['POST', path, timestamp, nonce, sha].join('\n'))
    .digest('hex')
  const headers: Record<string, string | null> = {
    'content-type': 'application/json',
    'x-api-key': vendor.key,
    ...(options.signed === false
      ? {}
      : { 'x-svc-timestamp': timestamp, 'x-svc-nonce': nonce, 'x-svc-signature': signature }),
    ...options.headers,
  }
  const kept = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null)
  return { path, headers: Object.fromEntries(kept), body: options.sentBody ?? text }
}

/** All fields of both envelopes; a test reads those that it expects. */
type Body = {
  ok: boolean
  allow?: boolean
  reasonCode?: string
  message?: string
  effectiveExpiresAt?: string | null
  error?: { code: string; message: string; details?: { field: string; message: string }[] }
  data: Record<string, string> & { metadata: unknown; wasActivated: boolean }
}
export type Answer = { status: number; headers: Headers; text: string; body: Body }

/** Sends a signed call and reads the whole answer. */
export async function call(
  vendor: Vendor,
  body: object | string,
  options: CallOptions = {}
): Promise<Answer> {
  const request = signedCall(vendor, body, options)
  const response = await fetch((options.base ?? BASE) + request.path + (options.query ?? ''), {
    method: 'POST',
    headers: request.headers,
    body: request.body,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body }
}

/** Calls POST /v1/licenses/authorize for a license of the merchant. */
export function authorize(
  vendor: Vendor,
  licenseKey: string,
  more: object = {},
  options: CallOptions = {}
): Promise<Answer> {
  return call(vendor, { productId: vendor.productId, licenseKey, ...more }, options)
}

/** The stored state of a license, to check the effect of a call. */
export async function stored(licenseId: string) {
  const [license] = await rows<{ status: string; activatedAt: Date | null; revision: number }>(
    db.connection(),
    'select status, activated_at as "activatedAt", revision from licenses where id = ?',
    [licenseId]
  )
  const bindings = await rows<{ kind: string; value: string; region: string | null; lastSeenAt: Date }>(
    db.connection(),
    `select kind, value, region, last_seen_at as "lastSeenAt" from license_bindings
     where license_id = ? order by kind, value`,
    [licenseId]
  )
  const sessions = await rows<{ id: string; hwid: string | null; ip: string; expiresAt: Date }>(
    db.connection(),
    `select id, hwid, ip, expires_at as "expiresAt" from license_sessions
     where license_id = ? order by started_at, id`,
    [licenseId]
  )
  return { ...license, bindings, sessions }
}

/** The events of an org about licenses, drained or not, in order. It leaves out license.created. */
export function runtimeEvents(orgId: string) {
  return rows<{ name: string; data: Record<string, unknown> }>(
    db.connection(),
    `select name, data from (
       select id, org_id, name, data from outbox_events
       union select id, org_id, name, data from webhook_events
     ) as written
     where org_id = ? and name like 'license.%' and name <> 'license.created' order by id`,
    [orgId]
  )
}

/** An event that its reason code distinguishes from others. */
export function numberedEvent(
  owner: { orgId: string; productId: string },
  at: number,
  message = 'fine'
): OutgoingEvent {
  const { productId } = owner
  const data = { licenseId: newId(), productId, reasonCode: String(at), message }
  return { ...owner, name: 'license.authorization_denied', data }
}

/** Inserts an enabled endpoint of the merchant for these events. No delivery is ever sent to it. */
export async function listen(vendor: Merchant, events: string[]) {
  await rows(
    db.connection(),
    `insert into webhook_endpoints (id, org_id, product_id, url, events, enabled, secret, created_at, updated_at)
     values (gen_random_uuid(), ?, ?, 'http://127.0.0.1:9/', ?::text[], true, '', now(), now())`,
    [vendor.orgId, vendor.productId, events]
  )
}

/** Puts a value on the blacklist of a product. */
export async function blacklist(vendor: Merchant, type: 'HWID' | 'IP', value: string) {
  await rows(
    db.connection(),
    `insert into blacklist_entries (id, org_id, product_id, type, value, network, created_at)
     values (gen_random_uuid(), ?, ?, ?, ?, ?::inet, now())`,
    [vendor.orgId, vendor.productId, type, value, type === 'IP' ? value : null]
  )
}

/** Makes the stored sessions and bindings of a license older by `seconds`. */
export async function age(licenseId: string, seconds: number) {
  const shift = `interval '${seconds} seconds'`
  await rows(
    db.connection(),
    `with s as (update license_sessions set started_at = started_at - ${shift},
       last_seen_at = last_seen_at - ${shift}, expires_at = expires_at - ${shift} where license_id = ?)
     update license_bindings set last_seen_at = last_seen_at - ${shift} where license_id = ?`,
    [licenseId, licenseId]
  )
}
