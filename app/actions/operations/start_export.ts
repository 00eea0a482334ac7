import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#domain/scope'
import Refusal from '#exceptions/refusal'
import type { OperationRow } from '#queries/operations/find_operation'
import { firstRow, rows } from '#services/sql'
import type { ExportParams } from './export_licenses.js'
import StartOperation from './start_operation.js'

/** Starts an export of the licenses that a filter means (contract 5). Errors: PRODUCT_NOT_FOUND. */
@inject()
export default class StartExport {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, { format, ...filter }: ExportParams): Promise<OperationRow> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null)
    if (filter.productId) await assertProduct(scope, filter.productId)
    return this.start.execute(scope, {
      type: 'licenses.export',
      params: { format, ...Object.fromEntries(given) },
      chunks: 1,
      plan: (trx, id) =>
        rows(
          trx,
          'insert into operation_chunks (operation_id, position, first_index, size) values (?, 0, 0, 0)',
          [id]
        ),
    })
  }
}

async function assertProduct({ orgId, productId }: Scope, asked: string) {
  const sql = 'select id from products where id = ? and org_id = ? and (?::uuid is null or id = ?::uuid)'
  const found = await firstRow(db.connection(), sql, [asked, orgId, productId, productId])
  if (!found) throw new Refusal('PRODUCT_NOT_FOUND')
}
