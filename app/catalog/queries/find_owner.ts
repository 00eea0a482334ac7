import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { assertNotSuspended } from '#orgs/actions/lock_team'
import { firstRow } from '#kernel/database/sql'

const SYSTEM = { type: 'system', id: null } as const

/**
 * Finds the scope of a record for callers with access to all orgs: operators at the terminal, and the bootstrap
 * routes. Never use it for requests of users or API keys, which have their own scopes.
 */
export default class FindOwner {
  async ofProduct(productId: string): Promise<Scope | null> {
    const found = await firstRow<{ orgId: string }>(
      db.connection(),
      `select org_id as "orgId" from products where id = ?`,
      [productId]
    )
    return found && { orgId: found.orgId, productId, actor: SYSTEM }
  }

  async ofApiKey(apiKeyId: string): Promise<Scope | null> {
    const found = await firstRow<{ orgId: string; productId: string }>(
      db.connection(),
      `select p.org_id as "orgId", p.id as "productId" from api_keys k
       join products p on p.id = k.product_id where k.id = ?`,
      [apiKeyId]
    )
    return found && { ...found, actor: SYSTEM }
  }

  async orgExists(orgId: string): Promise<boolean> {
    return (await firstRow(db.connection(), `select 1 from orgs where id = ?`, [orgId])) !== null
  }

  /** For callers over HTTP; operators at the terminal may change a suspended org. @throws Refusal FORBIDDEN */
  assertNotSuspended(orgId: string): Promise<void> {
    return assertNotSuspended(db.connection(), orgId)
  }
}
