import db from '@adonisjs/lucid/services/db'
import type { Condition } from '#kernel/database/in_scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import type { SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import Refusal from '#kernel/refusals/refusal'
import type { LicenseStatus } from '#licensing/rules/license'
import { inReach, type Reach } from '#end_users/store/reach'
import { readOwnLicenses, type OwnLicense } from './own_license_rows.js'

/** The filter of a list of the licenses that a token reaches. */
export type OwnLicenseFilter = { status?: LicenseStatus; productId?: string }

/** Finds the licenses that the token of an end user reaches (contract/09-end-users#95-licenses-eu). */
export default class FindOwnLicenses {
  /** Reads a page of licenses, newest first. @throws Refusal INVALID_CURSOR */
  page(
    reach: Reach,
    { status, productId }: OwnLicenseFilter,
    page: PageRequest,
    now: Millis = Date.now()
  ): Promise<Page<OwnLicense>> {
    return readPage(page, orderById('own_licenses'), ([before], count) => {
      const where = all(
        inReach(reach, 'l'),
        status && { sql: 'l.status = ?', values: [status] },
        productId && { sql: 'l.product_id = ?', values: [productId] },
        before && { sql: 'l.id < ?', values: [before] }
      )
      return readOwnLicenses(db.connection(), where, count, now)
    })
  }

  /** Reads one license. @throws Refusal LICENSE_NOT_FOUND */
  async byId(
    reach: Reach,
    id: string,
    now: Millis = Date.now(),
    client: SqlExecutor = db.connection()
  ): Promise<OwnLicense> {
    const where = all(inReach(reach, 'l'), { sql: 'l.id = ?', values: [id] })
    const [license] = await readOwnLicenses(client, where, 1, now)
    if (!license) throw new Refusal('LICENSE_NOT_FOUND')
    return license
  }
}

function all(...conditions: (Condition | '' | null | undefined)[]): Condition {
  const given = conditions.filter((one): one is Condition => !!one)
  return { sql: given.map(({ sql }) => sql).join(' and '), values: given.flatMap(({ values }) => values) }
}
