import Refusal from '#kernel/refusals/refusal'
import { quotas } from '#config/quotas'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

type CountedQuota = Exclude<keyof typeof quotas, 'storedMibPerOrg'>

/** For each quota: the table of the owner, the SQL that counts the records, and the words for the message. */
const COUNTED: Record<
  CountedQuota,
  { owner: string; counted: string; things: string; of: string; remedy?: string }
> = {
  orgsPerUser: {
    owner: 'users',
    counted: `org_members where user_id = ? and role = 'OWNER'`,
    things: 'orgs',
    of: 'A user',
  },
  membersPerOrg: { owner: 'orgs', counted: 'org_members where org_id = ?', things: 'members', of: 'An org' },
  productsPerOrg: { owner: 'orgs', counted: 'products where org_id = ?', things: 'products', of: 'An org' },
  openOperationsPerOrg: {
    owner: 'orgs',
    counted: 'operations where org_id = ? and finished_at is null',
    things: 'operations that have not ended',
    of: 'An org',
    remedy: 'wait until one has, or cancel one',
  },
  apiKeysPerProduct: {
    owner: 'products',
    counted: 'api_keys where product_id = ? and revoked_at is null',
    things: 'API keys',
    of: 'A product',
  },
  endpointsPerProduct: {
    owner: 'products',
    counted: 'webhook_endpoints where product_id = ? and deleted_at is null',
    things: 'webhook endpoints',
    of: 'A product',
  },
}

/**
 * Asserts that the owner has room for one more record (contract/01-changes#bounds). Call it in the transaction that
 * adds the record: it locks the owner's row, so concurrent requests take turns and cannot exceed the quota together.
 *
 * @throws Refusal LIMIT_REACHED if the quota is used up.
 */
export async function assertRoom(trx: Trx, quota: CountedQuota, ownerId: string) {
  if (quotas[quota] === -1) return
  await rows(trx, `select 1 from ${COUNTED[quota].owner} where id = ? for no key update`, [ownerId])
  await assertRoomNow(trx, quota, ownerId)
}

/**
 * Asserts without a lock that there is room at this moment, for callers that do much work before `assertRoom`.
 *
 * @throws Refusal LIMIT_REACHED if the quota is used up.
 */
export async function assertRoomNow(client: SqlExecutor, quota: CountedQuota, ownerId: string) {
  const most = quotas[quota]
  if (most === -1) return
  const { counted, things, of, remedy = 'remove one first' } = COUNTED[quota]
  const found = await firstRow<{ count: number }>(
    client,
    `select count(*)::int as count from (select 1 from ${counted} limit ?) as counted`,
    [ownerId, most]
  )
  if (found!.count < most) return
  throw new Refusal('LIMIT_REACHED', { message: `${of} has at most ${most} ${things}: ${remedy}` })
}
