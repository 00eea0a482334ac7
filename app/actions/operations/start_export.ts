import { inject } from '@adonisjs/core'
import type { Scope } from '#domain/scope'
import type { OperationRow } from '#queries/operations/find_operation'
import { rows } from '#services/sql'
import { assertProduct } from './assert_product.js'
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
      plan: (trx, id) =>
        rows(
          trx,
          'insert into operation_chunks (operation_id, position, first_index, size) values (?, 0, 0, 0)',
          [id]
        ),
    })
  }
}
