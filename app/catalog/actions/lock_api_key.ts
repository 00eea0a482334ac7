import type { Scope } from '#kernel/audit/scope'
import { noSuch } from '#kernel/refusals/refusals'
import { API_KEY_COLUMNS, type ApiKeyRow } from '#catalog/queries/list_api_keys'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** Reads and locks an API key of a scope. @throws Refusal NOT_FOUND */
export async function lockApiKey(trx: Trx, { orgId, productId }: Scope, id: string): Promise<ApiKeyRow> {
  const key = await firstRow<ApiKeyRow>(
    trx,
    `select ${API_KEY_COLUMNS} from api_keys
     where id = ? and product_id = ?
       and exists (select 1 from products p where p.id = product_id and p.org_id = ?) for update`,
    [id, productId, orgId]
  )
  if (!key) throw noSuch('API key')
  return key
}
