import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import type { Permission } from '#catalog/rules/permissions'
import type { Scope } from '#kernel/audit/scope'
import type { ColumnMap } from '#operations/transfer/column_map'
import type { OperationRow } from '../registry.js'
import { newId } from '#kernel/secrets/ids'
import { assertRoomNow } from '#kernel/limits/quotas'
import { rows } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { withStoredRoom, type StoredRoom } from '#kernel/files/stored_room'
import type { Trx } from '#kernel/database/unit_of_work'
import type { OpenUpload } from '#kernel/files/upload'
import { assertProduct } from '#catalog/queries/assert_product'
import StartOperation from '#operations/actions/start_operation'
import { IMPORT, type ImportParams } from './params.js'
import StoreUpload, { discardRefused, type StoredPart } from './store_upload.js'

export type NewImport = {
  /** The product of every row, overriding any column; if left out, the column decides. */
  productId?: string | null
  onConflict?: ImportParams['onConflict']
  dryRun?: boolean
  /** Maps headings of the file to import columns, where the headings differ from the column names. */
  map?: ColumnMap
  dateFormat?: string
  may?: Permission[]
}

/**
 * Stores an uploaded file and starts its import (contract#import). A refused or interrupted upload leaves no files. If the
 * database fails at the end, the files stay; without an operation they are deleted after a day.
 * @throws Refusal PRODUCT_NOT_FOUND; BAD_REQUEST with the place of the problem in the file; LIMIT_REACHED for an org
 *   that has no room for another operation or its file; FilesUnavailable
 */
@inject()
export default class StartImport {
  constructor(
    protected storeUpload: StoreUpload,
    protected start: StartOperation
  ) {}

  async execute(scope: Scope, open: OpenUpload, input: NewImport): Promise<OperationRow> {
    const productId = input.productId ?? null
    if (productId) await assertProduct(scope, productId)
    // A first check before the file is read; StartOperation counts again at the end.
    await assertRoomNow(db.connection(), 'openOperationsPerOrg', scope.orgId)
    return withStoredRoom(scope.orgId, (room) => this.#store(scope, room, open, { ...input, productId }))
  }

  async #store(
    scope: Scope,
    room: StoredRoom,
    open: OpenUpload,
    input: NewImport & { productId: string | null }
  ) {
    const id = newId()
    const { productId, map, dateFormat, may } = input
    const rules = { map, needsProduct: !productId && !scope.productId }
    const opened = await open((bytes) => room.assert(bytes))
    const upload = { ...opened, bytes: room.over(opened.bytes) }
    const { shape, parts, records, bytes, foreignLine } = await this.storeUpload.execute(id, upload, rules)
    const params: ImportParams = {
      ...shape,
      productId,
      onConflict: input.onConflict ?? 'fail',
      ...(dateFormat !== undefined && { dateFormat }),
      ...(foreignLine !== null && { foreignLine }),
      ...(may && { may }),
    }
    try {
      return await this.start.execute(scope, {
        id,
        type: IMPORT,
        dryRun: input.dryRun,
        params,
        total: records,
        storedBytes: bytes,
        plan: (trx) => insertParts(trx, id, parts),
      })
    } catch (error) {
      // After any other error it is unknown whether the operation was committed, and then it needs its files.
      if (error instanceof Refusal) await discardRefused(id)
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
