import { inScope } from '#kernel/database/in_scope'
import { rows, type SqlExecutor } from '#kernel/database/sql'
import type { Scope } from '#kernel/audit/scope'
import { spellingsOf } from '#licensing/rules/typed_key'

/**
 * Finds the licenses of a scope by keys that people typed. Returns their ids in the order of the texts, null for a text
 * without a match (contract/09-end-users#95-licenses-eu). It takes two statements for any number of texts.
 */
export async function findTypedKeys(
  client: SqlExecutor,
  scope: Pick<Scope, 'orgId' | 'productId'>,
  typed: readonly string[]
): Promise<(string | null)[]> {
  const prefixes = await rows<{ prefix: string }>(
    client,
    `select distinct key_prefix as prefix from products where org_id = ? and key_prefix is not null`,
    [scope.orgId]
  )
  const known = prefixes.map(({ prefix }) => prefix)
  const spellings = typed.map((text) => spellingsOf(text, known))
  const own = inScope(scope, 'licenses')
  const found = await rows<{ id: string; key: string }>(
    client,
    `select id, key from licenses where key = any(?::text[]) and ${own.sql}`,
    [spellings.flat(), ...own.values]
  )
  const ids = new Map(found.map(({ id, key }) => [key, id]))
  return spellings.map((keys) => keys.map((key) => ids.get(key)).find((id) => id !== undefined) ?? null)
}
