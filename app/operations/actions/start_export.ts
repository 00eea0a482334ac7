import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import type { OperationRow } from '#operations/queries/find_operation'
import { storedFilter } from '#licensing/queries/stored_filter'
import { rows } from '#kernel/database/sql'
import { StoredRoom } from '#kernel/files/stored_room'
import { assertProduct } from './assert_product.js'
import type { ExportParams } from './export_licenses.js'
import StartOperation from './start_operation.js'

/**
 * Starts an export of the licenses that a filter means (contract#export). Errors: PRODUCT_NOT_FOUND, LIMIT_REACHED for
 * an org that has no room for any file.
 */
@inject()
export default class StartExport {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, { format, delimiter, bom, ...filter }: ExportParams): Promise<OperationRow> {
    if (filter.productId) await assertProduct(scope, filter.productId)
    ;(await StoredRoom.open(scope.orgId)).close()
    return this.start.execute(scope, {
      type: 'licenses.export',
      params: { format, ...(delimiter && { delimiter }), ...(bom && { bom }), ...storedFilter(filter) },
      plan: (trx, id) =>
        rows(
          trx,
          'insert into operation_chunks (operation_id, position, first_index, size) values (?, 0, 0, 0)',
          [id]
        ),
    })
  }
}
