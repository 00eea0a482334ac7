import { inject } from '@adonisjs/core'
import type { Scope } from '#domain/scope'
import type { OperationRow } from '#queries/operations/find_operation'
import { newId } from '#services/ids'
import { rows } from '#services/sql'
import type { Trx } from '#services/unit_of_work'
import type { Upload } from '#services/upload'
import { assertProduct } from './assert_product.js'
import type { ImportParams } from './import_rows.js'
import StartOperation from './start_operation.js'
import StoreUpload, { discardUpload, type StoredPart } from './store_upload.js'

export type NewImport = {
  /** The product of every row, whatever a column says; left out, the column decides. */
  productId?: string | null
  onConflict?: ImportParams['onConflict']
  dryRun?: boolean
}

/**
 * Stores an uploaded file and starts its import (contract 5). Nothing is left of a file that is refused, or of
 * one whose client hangs up. Errors: PRODUCT_NOT_FOUND, BAD_REQUEST that says where the file is wrong.
 */
@inject()
export default class StartImport {
  constructor(
    protected storeUpload: StoreUpload,
    protected start: StartOperation
  ) {}

  async execute(scope: Scope, open: () => Promise<Upload>, input: NewImport): Promise<OperationRow> {
    const productId = input.productId ?? null
    if (productId) await assertProduct(scope, productId)
    const id = newId()
    const { shape, parts, records } = await this.storeUpload.execute(id, await open())
    try {
      return await this.start.execute(scope, {
        id,
        type: 'licenses.import',
        dryRun: input.dryRun,
        params: { ...shape, productId, onConflict: input.onConflict ?? 'fail' },
        total: records,
        plan: (trx) => insertParts(trx, id, parts),
      })
    } catch (error) {
      await discardUpload(id)
      throw error
    }
  }
}

function insertParts(trx: Trx, operationId: string, parts: StoredPart[]) {
  let next = 0
  const firsts = parts.map(({ records }) => (next += records) - records)
  return rows(
    trx,
    `insert into operation_chunks (operation_id, position, source, first_index, size)
     select ?::uuid, (v.n - 1)::int, v.source, v.first, v.size
     from unnest(?::jsonb[], ?::int[], ?::int[]) with ordinality as v (source, first, size, n)`,
    [
      operationId,
      parts.map(({ file, line, repeats }) => JSON.stringify({ file, line, repeats })),
      firsts,
      parts.map(({ records }) => records),
    ]
  )
}
