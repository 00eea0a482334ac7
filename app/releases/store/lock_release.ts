import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { noSuch } from '#kernel/refusals/refusals'
import { RELEASE_COLUMNS, type Release } from './release_columns.js'

/** Locks a release of a scope, to serialize changes of it and its files. @throws Refusal NOT_FOUND */
export async function lockRelease(trx: Trx, scope: Scope, id: string): Promise<Release> {
  const { sql, values } = inScope(scope, 'r')
  const release = await firstRow<Release>(
    trx,
    `select ${RELEASE_COLUMNS} from releases r where ${sql} and r.id = ? for no key update`,
    [...values, id]
  )
  if (!release) throw noSuch('release')
  return release
}
