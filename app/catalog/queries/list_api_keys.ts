import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'

/** An API key in lists. No column holds a secret (contract#api-keys). */
export type ApiKeyRow = {
  id: string
  productId: string
  name: string
  permissions: string[]
  last4: string
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** The columns of an API key with the names of `ApiKeyRow`. */
export const API_KEY_COLUMNS = `id, product_id as "productId", name, permissions, last4,
  expires_at as "expiresAt", created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`

/** Lists the API keys of a product, oldest first, including revoked ones. @throws Refusal INVALID_CURSOR */
export default class ListApiKeys {
  execute({ orgId, productId }: Scope, page: PageRequest): Promise<Page<ApiKeyRow>> {
    return readPage(page, orderById('api_keys'), ([after], count) =>
      rows<ApiKeyRow>(
        db.connection(),
        `select ${API_KEY_COLUMNS} from api_keys where product_id = ?
           and exists (select 1 from products p where p.id = product_id and p.org_id = ?)
           and (?::uuid is null or id > ?::uuid)
         order by id limit ?`,
        [productId, orgId, after, after, count]
      )
    )
  }
}
