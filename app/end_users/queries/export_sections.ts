import { ISO_TEXT } from './iso_text.js'

/**
 * A list in an export: records in the order of `place`, one page at a time. Bindings: the ids of the end user and of
 * those merged into them, the org, twice the product that the reader is limited to (or null), the place, the page
 * size.
 */
export type ExportSection = { name: string; sql: string }

/** The condition that limits records to the reader's product, if there is one. */
const ofProduct = (column: string) => `(?::uuid is null or ${column} = ?::uuid)`

/** The sections of the file besides the profile (contract/09-end-users#96-the-merchants-side). */
export const EXPORT_SECTIONS: ExportSection[] = [
  {
    name: 'signIns',
    sql: `select s.id::text as place, jsonb_build_object('door', s.amr, 'ip', s.ip, 'userAgent', s.user_agent,
        'at', ${ISO_TEXT('s.created_at')}, 'endedAt', ${ISO_TEXT('s.revoked_at')}) as record
      from end_user_sessions s where s.end_user_id = any(?::uuid[]) and s.org_id = ?
        and (?::uuid is null or ?::uuid is not null) and s.id > ?::uuid order by s.id limit ?`,
  },
  {
    name: 'licenses',
    sql: `select l.id::text as place, jsonb_build_object('id', l.id, 'key', l.key, 'productId', l.product_id,
        'product', p.name, 'status', l.status, 'createdAt', ${ISO_TEXT('l.created_at')},
        'activatedAt', ${ISO_TEXT('l.activated_at')},
        'devices', (select coalesce(jsonb_agg(jsonb_build_object('kind', b.kind, 'value', b.value, 'region', b.region,
            'firstSeenAt', ${ISO_TEXT('b.first_seen_at')}, 'lastSeenAt', ${ISO_TEXT('b.last_seen_at')})
            order by b.first_seen_at), '[]')
          from license_bindings b where b.license_id = l.id)) as record
      from licenses l join products p on p.id = l.product_id
      where l.end_user_id = any(?::uuid[]) and l.org_id = ?
        and ${ofProduct('l.product_id')} and l.id > ?::uuid order by l.id limit ?`,
  },
  {
    name: 'orders',
    sql: `select r.id::text as place, jsonb_build_object('number', r.number, 'state', r.state,
        'listing', r.listing ->> 'name', 'quantity', r.quantity, 'amount', r.amount, 'currency', r.currency,
        'licenseIds', r.license_ids, 'note', r.note, 'createdAt', ${ISO_TEXT('r.created_at')},
        'fulfilledAt', ${ISO_TEXT('r.fulfilled_at')}) as record
      from orders r where r.end_user_id = any(?::uuid[]) and r.org_id = ?
        and ${ofProduct('r.product_id')} and r.id > ?::uuid order by r.id limit ?`,
  },
  {
    name: 'tickets',
    sql: `select t.id::text as place, jsonb_build_object('number', t.number, 'subject', t.subject,
        'status', t.status, 'createdAt', ${ISO_TEXT('t.created_at')},
        'messages', (select coalesce(jsonb_agg(jsonb_build_object('author', m.author_type, 'body', m.body,
            'createdAt', ${ISO_TEXT('m.created_at')}) order by m.id), '[]')
          from ticket_messages m where m.ticket_id = t.id and not m.internal)) as record
      from tickets t where t.end_user_id = any(?::uuid[]) and t.org_id = ?
        and ${ofProduct('t.product_id')} and t.id > ?::uuid order by t.id limit ?`,
  },
  {
    name: 'downloads',
    sql: `select d.id::text as place, jsonb_build_object('licenseId', d.license_id, 'version', r.version,
        'filename', a.filename, 'at', ${ISO_TEXT('d.created_at')}) as record
      from downloads d left join artifacts a on a.id = d.artifact_id left join releases r on r.id = d.release_id
      where d.end_user_id = any(?::uuid[]) and d.org_id = ?
        and ${ofProduct('d.product_id')} and d.id > ?::uuid order by d.id limit ?`,
  },
  {
    name: 'activity',
    sql: `select e.id::text as place, jsonb_build_object('licenseId', e.license_id, 'type', e.type,
        'at', ${ISO_TEXT('e.created_at')}) as record
      from license_events e left join licenses l on l.id = e.license_id and l.org_id = e.org_id
      where e.actor_type = 'endUser' and e.actor_id = any(?::uuid[]) and e.org_id = ?
        and ${ofProduct('l.product_id')} and e.id > ?::bigint order by e.id limit ?`,
  },
]

/** Sorts before the first record of each section. */
export const START: Record<string, string> = { activity: '0' }
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
