import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import type { OperationRow } from '../registry.js'
import { storedFilter } from '#licensing/queries/stored_filter'
import { rows } from '#kernel/database/sql'
import { StoredRoom } from '#kernel/files/stored_room'
import { assertCsvOptions } from '#kernel/refusals/csv_options'
import type { LicenseFilter } from '#licensing/queries/license_filter'
import { assertFilter } from '#licensing/queries/assert_filter'
import StartOperation from '#operations/actions/start_operation'
import { EXPORT, type ExportShape } from './params.js'

export type NewExport = ExportShape & LicenseFilter

/**
 * Starts an export of the licenses that match a filter (contract#export).
 * @throws Refusal VALIDATION_ERROR for an option of CSV files if the format is another one; PRODUCT_NOT_FOUND; NOT_FOUND,
 *   BAD_REQUEST for the tier of the filter; LIMIT_REACHED for an org that has no room for another file.
 */
@inject()
export default class StartExport {
  constructor(protected start: StartOperation) {}

  async execute(scope: Scope, { format, delimiter, bom, ...filter }: NewExport): Promise<OperationRow> {
    assertCsvOptions(format, { delimiter, bom })
    await assertFilter(scope, filter)
    ;(await StoredRoom.open(scope.orgId)).close()
    return this.start.execute(scope, {
      type: EXPORT,
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
