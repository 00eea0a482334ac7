import type { SealedColumn } from './secrets.js'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'

/** The properties of a table with sealed columns that a key rotation needs. */
export type SealedTable = {
  table: string
  /** The primary key and the types of its columns. Values are bound to the key's columns, joined by a slash. */
  key: Record<string, 'uuid' | 'text'>
  /** The number of key columns that values are bound to, from the first; all if omitted. */
  boundTo?: number
  /** The sealed columns, with the name to which their values are bound. */
  columns: Record<string, SealedColumn>
}

/** Every sealed column except the one of `app_secrets`, which is sealed last. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    table: 'signing_keys',
    key: { kid: 'text' },
    columns: { sealed_private_key: 'signing_keys.sealed_private_key' },
  },
  {
    table: 'api_keys',
    key: { id: 'uuid' },
    columns: { signing_secret: 'api_keys.signing_secret' },
  },
  {
    table: 'api_key_pairs',
    key: { api_key_id: 'uuid', key_hash: 'text' },
    boundTo: 1,
    columns: { signing_secret: 'api_keys.signing_secret' },
  },
  {
    table: 'webhook_endpoints',
    key: { id: 'uuid' },
    columns: { secret: 'webhook_endpoints.secret', previous_secret: 'webhook_endpoints.secret' },
  },
  {
    table: 'users',
    key: { id: 'uuid' },
    columns: { totp_secret: 'users.totp_secret', totp_pending_secret: 'users.totp_secret' },
  },
  {
    table: 'oauth_states',
    key: { state_hash: 'text' },
    columns: { sealed_verifier: 'oauth_states.sealed_verifier' },
  },
  {
    table: 'oauth_sign_ins',
    key: { state_hash: 'text' },
    columns: { sealed_verifier: 'oauth_sign_ins.sealed_verifier' },
  },
  {
    table: 'sso_connections',
    key: { id: 'uuid' },
    columns: { client_secret: 'sso_connections.client_secret' },
  },
  {
    table: 'sso_requests',
    key: { id: 'text' },
    columns: { sealed_verifier: 'sso_requests.sealed_verifier' },
  },
  {
    table: 'processors',
    key: { id: 'uuid' },
    columns: { secret: 'processors.secret' },
  },
  {
    table: 'processor_former_secrets',
    key: { processor_id: 'uuid', id: 'uuid' },
    boundTo: 1,
    columns: { secret: 'processors.secret' },
  },
  { table: 'processor_events', key: { id: 'uuid' }, columns: { body: 'processor_events.body' } },
  { table: 'mails', key: { id: 'uuid' }, columns: { sealed_content: 'mails.sealed_content' } },
  {
    table: 'idempotency_keys',
    key: { scope: 'text', key: 'text' },
    columns: {
      sealed_body: 'idempotency_keys.sealed_body',
      sealed_cookies: 'idempotency_keys.sealed_cookies',
    },
  },
]

/** A row that is locked for sealing: its key, and its sealed columns in the order of the table's `columns`. */
export type SealedRow = { key: string[]; values: (string | null)[] }

/** Returns how many rows of a table have a value that does not begin with `seal`. */
export async function countOtherwiseSealed(client: SqlExecutor, sealed: SealedTable, seal: string) {
  const found = await firstRow<{ count: string }>(
    client,
    `select count(*) as count from ${sealed.table} where ${otherwiseSealed(sealed)}`,
    otherwiseValues(sealed, seal)
  )
  return Number(found!.count)
}

/**
 * Locks and returns the next rows after a key that have a value not beginning with `seal`, in the order of their keys.
 */
export async function lockOtherwiseSealed(
  client: SqlExecutor,
  sealed: SealedTable,
  seal: string,
  after: string[] | null,
  limit: number
): Promise<SealedRow[]> {
  const { table, key, columns } = sealed
  const names = Object.keys(key)
  const beyond = after ? `(${names.join(', ')}) > (${casts(key).join(', ')}) and` : ''
  return rows<SealedRow>(
    client,
    `select array[${names.map((name) => `${name}::text`).join(', ')}] as key,
       array[${Object.keys(columns).join(', ')}] as values
     from ${table} where ${beyond} (${otherwiseSealed(sealed)})
     order by ${names.join(', ')} limit ? for no key update`,
    [...(after ?? []), ...otherwiseValues(sealed, seal), limit]
  )
}

/** Stores new sealed values in rows that the transaction has locked. */
export async function storeSealed(
  client: SqlExecutor,
  { table, key, columns }: SealedTable,
  changed: SealedRow[]
) {
  const names = [...Object.keys(key), ...Object.keys(columns)]
  const types = [...Object.values(key), ...Object.keys(columns).map(() => 'text')]
  await rows(
    client,
    `update ${table} t set ${Object.keys(columns)
      .map((name) => `${name} = v.${name}`)
      .join(', ')}
     from unnest(${types.map((type) => `?::${type}[]`).join(', ')}) as v (${names.join(', ')})
     where ${Object.keys(key)
       .map((name) => `t.${name} = v.${name}`)
       .join(' and ')}`,
    names.map((_, at) => changed.map((row) => [...row.key, ...row.values][at]))
  )
}

function otherwiseSealed({ columns }: SealedTable): string {
  return Object.keys(columns)
    .map((name) => `(${name} <> '' and not starts_with(${name}, ?))`)
    .join(' or ')
}

const otherwiseValues = ({ columns }: SealedTable, seal: string) => Object.keys(columns).map(() => seal)
const casts = (key: SealedTable['key']) => Object.values(key).map((type) => `?::${type}`)
