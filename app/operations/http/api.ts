import type { Code } from '#kernel/refusals/codes'
import type { Entries, Success } from '#http/api/route_entry'
import { answers, inEnvelope, shape } from '#http/api/shapes'
import { LICENSE_FILTER_REFUSES } from '#licensing/http/license_filter_shape'
import { UPDATE_RIGHTS_SAID } from '#licensing/http/update_rights_input'
import { bulkEntry } from './bulk_shape.js'
import { ExportedLicenseShape } from './export_shape.js'
import { OperationItemShape, OperationShape } from './operation_shape.js'
import type OperationsController from './operations_controller.js'
import {
  exportValidator,
  itemListValidator,
  operationListValidator,
  undoValidator,
} from './operations_input.js'
import type TransfersController from './transfers_controller.js'
import { importValidator } from './transfers_input.js'

const { list, nextCursor, object, text } = shape

const OPERATIONS = { tag: 'Operations' }
const TRANSFERS = { tag: 'Import and export' }
const missing: Code[] = ['NOT_FOUND']
const controlled: Code[] = ['NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED']
const permissions =
  'An API key also needs the permission of the action that the operation performs. An undo needs the permission of the opposite action.'

const operation = { operation: OperationShape }

const fileHeaders = {
  ETag: 'The SHA-256 of the file, for `If-None-Match` and `If-Range`.',
  'Accept-Ranges': '`bytes`',
  'Cache-Control': '`no-store, private`',
}
const named = {
  ...fileHeaders,
  'Content-Length': 'The size of this response in bytes.',
  'Content-Disposition': 'The name of the file.',
}

/** The file of an export, or a range of it. */
const file: Success[] = [
  { status: 200, body: text(), type: 'text/csv', headers: named, description: 'The whole file.' },
  { status: 200, body: list(ExportedLicenseShape), headers: named, description: 'The whole file.' },
  {
    status: 206,
    body: null,
    headers: { ...named, 'Content-Range': 'The byte range in this response.' },
    description: 'The bytes that `Range` asked for.',
  },
  {
    status: 304,
    body: null,
    headers: fileHeaders,
    description: 'The file has not changed: its ETag matches `If-None-Match`.',
  },
  {
    status: 416,
    body: null,
    headers: { ...fileHeaders, 'Content-Range': 'The size of the file in bytes.' },
    description: 'The requested range is outside the file.',
  },
]

/** The API document's entries for operations, bulk changes, import and export. */
export const OPERATIONS_API = {
  'bulk_changes.freeze': bulkEntry('freeze', 'Freeze many licenses'),
  'bulk_changes.unfreeze': bulkEntry('unfreeze', 'Unfreeze many licenses'),
  'bulk_changes.revoke': bulkEntry('revoke', 'Revoke many licenses'),
  'bulk_changes.unrevoke': bulkEntry('unrevoke', 'Undo the revocation of many licenses'),
  'bulk_changes.suspend': bulkEntry('suspend', 'Suspend many licenses'),
  'bulk_changes.reset_hwid': bulkEntry('reset_hwid', 'Reset the devices of many licenses'),
  'bulk_changes.reset_ip': bulkEntry('reset_ip', 'Reset the IP addresses of many licenses'),
  'bulk_changes.unsuspend': bulkEntry('unsuspend', 'End the suspension of many licenses'),
  'bulk_changes.extend': bulkEntry('extend', 'Extend many licenses', {
    days: 'The number of days to add to the limits of each license.',
  }),
  'bulk_changes.set_tier': bulkEntry('set_tier', 'Change the tier of many licenses', {
    tierId: 'The new tier. null removes the tier.',
  }),
  'bulk_changes.set_updates': bulkEntry(
    'set_updates',
    'Set which releases many licenses may have',
    UPDATE_RIGHTS_SAID
  ),
  'bulk_changes.destroy': bulkEntry('destroy', 'Delete many licenses'),
  'transfers.import': {
    ...TRANSFERS,
    summary: 'Import licenses',
    description:
      'Send the file as the form field `file` or as the request body. An operation reads the file.',
    query: importValidator,
    body: {
      upload: {
        'multipart/form-data': 'A form with one field `file`.',
        'text/csv': 'A header line, then one line for each license.',
        'application/x-ndjson': 'A JSON object on each line.',
        'application/json': 'An array of objects.',
      },
    },
    fields: {
      productId: 'The product of every row. It overrides a product column in the file.',
      dryRun: 'Checks the file and changes nothing.',
      onConflict: 'How to handle a row whose license key already exists. Default: fail.',
      map: 'Maps fields to the column headings of the file, e.g. `key:License Key,expiresAt:Expiry`.',
      dateFormat: 'The date format of the file, in Luxon tokens, if it is not ISO 8601.',
    },
    success: answers<TransfersController['import']>(202)(operation),
    refuses: ['PRODUCT_NOT_FOUND', 'NO_FILE', 'LIMIT_REACHED'],
    permissions: 'An API key that updates licenses (`onConflict`) needs `license:update` too.',
  },
  'transfers.export': {
    ...TRANSFERS,
    summary: 'Export licenses',
    description: 'An operation writes the file. The result of the operation contains a download link.',
    query: exportValidator,
    fields: {
      search: 'Part of the license key. Case is ignored.',
      endUserId: 'Licenses of this owner. An API key needs the permission `end_user:read` for it.',
      format: 'Default: csv.',
      delimiter: 'CSV only. Default: comma.',
      bom: 'CSV only: starts the file with a byte order mark, for old spreadsheet programs.',
    },
    success: [
      answers<TransfersController['export']>(202)(operation),
      { ...inEnvelope(303, object(operation)), description: 'With `Prefer: wait`: the file is ready.' },
    ],
    refuses: [...LICENSE_FILTER_REFUSES, 'LIMIT_REACHED'],
  },
  'transfers.download': {
    ...TRANSFERS,
    summary: 'Download an export',
    description: 'Send `Range` to resume a download.',
    success: file,
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'downloads.show': {
    ...TRANSFERS,
    summary: 'Download an export by its link',
    description:
      'Use the `downloadUrl` of the export. The link is valid for one hour and needs no other credential.',
    success: file,
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  'operations.index': {
    ...OPERATIONS,
    summary: 'List operations',
    description: 'Newest first. An API key sees only the operations whose productId is its product.',
    query: operationListValidator,
    success: answers<OperationsController['index']>()({
      operations: list(OperationShape),
      nextCursor: nextCursor(),
    }),
  },
  'operations.show': {
    ...OPERATIONS,
    summary: 'Read an operation',
    success: answers<OperationsController['show']>()(operation),
    refuses: missing,
  },
  'operations.stream': {
    ...OPERATIONS,
    summary: 'Watch an operation',
    description:
      'Server-sent events: `progress` with `{id, status, progress}` after each change, at most 5 per second, then `end` with `{operation}`. Send `Last-Event-ID` to resume a broken stream.',
    success: [
      { status: 200, body: text(), type: 'text/event-stream', description: 'The events.' },
      { status: 204, body: null, description: '`Last-Event-ID` is the `end` event, so no events follow.' },
    ],
    refuses: missing,
  },
  'operations.stream_all': {
    ...OPERATIONS,
    summary: 'Watch the operations of an org',
    description:
      'Server-sent events about all operations that have not ended: `progress` with `{id, status, progress}` after each change, at most 5 per second, and `end` with `{operation}`. The stream stays open.',
    success: { status: 200, body: text(), type: 'text/event-stream', description: 'The events.' },
  },
  'operations.items': {
    ...OPERATIONS,
    summary: 'List the skipped and failed items of an operation',
    description: 'Sorted by index.',
    query: itemListValidator,
    fields: {
      format:
        '`csv` returns a file with the failed items only. For an import, the file has the columns of the upload and a column `error`, so you can correct it and import it again.',
      bom: 'With `format=csv`: starts the file with a byte order mark, which spreadsheet programs need to read UTF-8.',
    },
    success: [
      inEnvelope(200, object({ items: list(OperationItemShape), nextCursor: nextCursor() })),
      {
        status: 200,
        body: text(),
        type: 'text/csv',
        headers: { 'Content-Disposition': 'The name of the file.' },
        description: 'With `format=csv`.',
      },
    ],
    refuses: missing,
  },
  'operations.cancel': {
    ...OPERATIONS,
    summary: 'Cancel an operation',
    description:
      'The operation stops before its next chunk. Changes that are already made stay. An operation that completes a ' +
      'merge or an erasure of an end user cannot be cancelled.',
    success: answers<OperationsController['cancel']>()(operation),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    permissions,
  },
  'operations.retry': {
    ...OPERATIONS,
    summary: 'Resume an operation',
    description: 'A failed or cancelled operation continues from the point where it stopped.',
    success: answers<OperationsController['retry']>(202)(operation),
    refuses: controlled,
    permissions,
  },
  'operations.undo': {
    ...OPERATIONS,
    summary: 'Undo an operation',
    description:
      'Starts a new operation that reverts the changes of this one. Licenses that have changed since then are skipped.',
    body: undoValidator,
    success: answers<OperationsController['undo']>(202)(operation),
    refuses: controlled,
    permissions,
  },
  'operations.apply': {
    ...OPERATIONS,
    summary: 'Apply a dry run',
    description:
      'Makes the change to exactly the licenses that the dry run found. A dry run can be applied once.',
    success: answers<OperationsController['apply']>(202)(operation),
    refuses: controlled,
    permissions,
  },
} satisfies Entries
