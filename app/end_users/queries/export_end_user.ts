import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { maskedKey } from '#end_users/rules/masks'
import { idsOfPerson } from '#end_users/store/ids_of_person'
import { firstRow, rows } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import { EXPORT_SECTIONS, FIRST_ID, START, type ExportSection } from './export_sections.js'
import { ISO_TEXT } from './iso_text.js'

/** The org, and the product if the reader may see only one. */
type Tenant = Pick<Scope, 'orgId' | 'productId'>

/** How many records are read at a time. */
const PAGE = 500

const PROFILE = `jsonb_build_object('id', id, 'email', email, 'emailVerifiedAt', ${ISO_TEXT('email_verified_at')},
  'username', username, 'externalId', external_id, 'firstName', first_name, 'lastName', last_name, 'locale', locale,
  'marketingConsent', marketing_consent, 'metadata', metadata, 'createdAt', ${ISO_TEXT('created_at')},
  'lastSeenAt', ${ISO_TEXT('last_seen_at')})`

/**
 * Exports all data about an end user, and about the end users merged into them, as the text of one JSON file
 * (contract/09-end-users#96-the-merchants-side). It is read page by page, so memory does not depend on the amount.
 * Internal messages of tickets are not included. A scope of one product, as in the token of an exchange, leaves out
 * licenses, orders and tickets of other products, with their downloads and activity.
 */
export default class ExportEndUser {
  /** Returns null if the org has no such end user. `showKeys: false` masks keys, as the portal does. */
  async execute(scope: Tenant, id: string, { showKeys } = { showKeys: true }, now: Millis = Date.now()) {
    const found = await firstRow<{ profile: object }>(
      db.connection(),
      `select ${PROFILE} as profile from end_users where org_id = ? and id = ?`,
      [scope.orgId, id]
    )
    if (!found) return null
    const ids = await idsOfPerson(db.connection(), scope.orgId, id)
    return write({ scope, ids, showKeys }, found.profile, now)
  }
}

/** The ids of the person, and how much the reader may see. */
type Asked = { scope: Tenant; ids: string[]; showKeys: boolean }

async function* write(asked: Asked, profile: object, now: Millis): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date(now).toISOString())},"profile":${JSON.stringify(profile)}`
  for (const section of EXPORT_SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`
    let before = ''
    for await (const record of recordsOf(section, asked)) {
      yield `${before}\n${JSON.stringify(record)}`
      before = ','
    }
    yield ']'
  }
  yield '}\n'
}

async function* recordsOf(
  { name, sql }: ExportSection,
  { scope: { orgId, productId }, ids, showKeys }: Asked
): AsyncGenerator<object> {
  let place = START[name] ?? FIRST_ID
  for (;;) {
    const page = await rows<{ place: string; record: { key?: string } }>(db.connection(), sql, [
      ...([ids, orgId, productId, productId, place, PAGE] as string[]),
    ])
    for (const { record } of page) yield showKeys ? record : withMaskedKey(record)
    if (page.length < PAGE) return
    place = page.at(-1)!.place
  }
}

/** Masks the key of a license; no other record has a `key`. */
function withMaskedKey(record: { key?: string }) {
  return record.key === undefined ? record : { ...record, key: maskedKey(record.key) }
}
