import type { Code } from '#kernel/refusals/codes'
import type { Entries, Success } from '#http/api/route_entry'
import { answers, inEnvelope, shape } from '#http/api/shapes'
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
  'An API key needs the permission of what the operation does as well: for an undo, that of its opposite.'

const operation = { operation: OperationShape }

const fileHeaders = {
  ETag: 'The SHA-256 of the file, for `If-None-Match` and `If-Range`.',
  'Accept-Ranges': '`bytes`',
  'Cache-Control': '`no-store, private`',
}
const named = {
  ...fileHeaders,
  'Content-Length': 'Bytes of this answer.',
  'Content-Disposition': 'Names the file.',
}

/** The file of an export, or a range of it. */
const file: Success[] = [
  { status: 200, body: text(), type: 'text/csv', headers: named, description: 'The whole file.' },
  { status: 200, body: list(ExportedLicenseShape), headers: named, description: 'The whole file.' },
  {
    status: 206,
    body: null,
    headers: { ...named, 'Content-Range': 'Which bytes these are.' },
    description: 'The bytes that `Range` asked for.',
  },
  { status: 304, body: null, headers: fileHeaders, description: 'The file is the one of `If-None-Match`.' },
  {
    status: 416,
    body: null,
    headers: { ...fileHeaders, 'Content-Range': 'How many bytes there are.' },
    description: 'The file has no such bytes.',
  },
]

/** The API document's entries for operations, bulk changes, import and export. */
export const OPERATIONS_API = {
  'bulk_changes.freeze': bulkEntry('freeze', 'Freeze many licenses'),
  'bulk_changes.unfreeze': bulkEntry('unfreeze', 'Unfreeze many licenses'),
  'bulk_changes.revoke': bulkEntry('revoke', 'Revoke many licenses'),
  'bulk_changes.unrevoke': bulkEntry('unrevoke', 'Take many revocations back'),
  'bulk_changes.suspend': bulkEntry('suspend', 'Suspend many licenses'),
  'bulk_changes.reset_hwid': bulkEntry('reset_hwid', 'Free many licenses from their devices'),
  'bulk_changes.reset_ip': bulkEntry('reset_ip', 'Free many licenses from their addresses'),
  'bulk_changes.unsuspend': bulkEntry('unsuspend', 'End the suspension of many licenses'),
  'bulk_changes.extend': bulkEntry('extend', 'Extend many licenses', {
    days: 'Days by which their limits move.',
  }),
  'bulk_changes.set_tier': bulkEntry(
    'set_tier',
    'Give many licenses another tier',
    { tierId: 'The tier; null takes theirs away.' },
    ['NOT_FOUND', 'BAD_REQUEST']
  ),
  'bulk_changes.set_updates': bulkEntry(
    'set_updates',
    'Set which releases many licenses may have',
    UPDATE_RIGHTS_SAID
  ),
  'bulk_changes.destroy': bulkEntry('destroy', 'Delete many licenses'),
  'transfers.import': {
    ...TRANSFERS,
    summary: 'Import licenses',
    description: 'Takes the file as the form field `file` or as the body itself. An operation reads it.',
    query: importValidator,
    body: {
      upload: {
        'multipart/form-data': 'A form with one field `file`.',
        'text/csv': 'A header line, and a line for each license.',
        'application/x-ndjson': 'A JSON object on each line.',
        'application/json': 'An array of objects.',
      },
    },
    fields: {
      productId: 'The product of every row, whatever a column says.',
      dryRun: 'Only tries.',
      onConflict: 'What happens to a row whose key exists; fail if left out.',
      map: 'Which column means what: `key:License Key,expiresAt:Expiry`.',
      dateFormat: 'How the file writes dates other than ISO 8601, in the tokens of Luxon.',
    },
    success: answers<TransfersController['import']>(202)(operation),
    refuses: ['PRODUCT_NOT_FOUND', 'NO_FILE', 'LIMIT_REACHED'],
    permissions: 'An API key that updates licenses (`onConflict`) needs `license:update` too.',
  },
  'transfers.export': {
    ...TRANSFERS,
    summary: 'Export licenses',
    description: 'An operation writes the file; its result has a link to it.',
    query: exportValidator,
    fields: {
      search: 'A part of the key, in any case.',
      format: 'csv if left out.',
      delimiter: 'Of a CSV; comma if left out.',
      bom: 'Of a CSV: begins with a byte order mark, for old spreadsheets.',
    },
    success: [
      answers<TransfersController['export']>(202)(operation),
      { ...inEnvelope(303, object(operation)), description: 'With `Prefer: wait`: the file is there.' },
    ],
    refuses: ['PRODUCT_NOT_FOUND', 'LIMIT_REACHED'],
  },
  'transfers.download': {
    ...TRANSFERS,
    summary: 'Download an export',
    description: 'Resumes with `Range`.',
    success: file,
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'downloads.show': {
    ...TRANSFERS,
    summary: 'Download an export by its link',
    description: 'As `downloadUrl` of the export gives it, for an hour; its query is the credential.',
    success: file,
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  'operations.index': {
    ...OPERATIONS,
    summary: 'List operations',
    description: 'Newest first. An API key sees those that keys of its product started.',
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
      'Server-sent events: `progress` with `{id, status, progress}` when something changed, at most 5 a second, then `end` with `{operation}`. `Last-Event-ID` goes on where a stream broke.',
    success: [
      { status: 200, body: text(), type: 'text/event-stream', description: 'The events.' },
      { status: 204, body: null, description: 'The event of `Last-Event-ID` was the end.' },
    ],
    refuses: missing,
  },
  'operations.stream_all': {
    ...OPERATIONS,
    summary: 'Watch the operations of an org',
    description:
      'Server-sent events about all operations that have not ended: `progress` with `{id, status, progress}` when something changed, at most 5 a second, `end` with `{operation}`. The stream stays open.',
    success: { status: 200, body: text(), type: 'text/event-stream', description: 'The events.' },
  },
  'operations.items': {
    ...OPERATIONS,
    summary: 'List what an operation skipped or failed on',
    description: 'In their order.',
    query: itemListValidator,
    fields: {
      format:
        '`csv`: the failed ones alone as a file; of an import with the columns of the upload and `error`, to be repaired and sent again.',
    },
    success: [
      inEnvelope(200, object({ items: list(OperationItemShape), nextCursor: nextCursor() })),
      {
        status: 200,
        body: text(),
        type: 'text/csv',
        headers: { 'Content-Disposition': 'Names the file.' },
        description: 'With `format=csv`.',
      },
    ],
    refuses: missing,
  },
  'operations.cancel': {
    ...OPERATIONS,
    summary: 'Cancel an operation',
    description: 'It stops at its next chunk; what is done stays done.',
    success: answers<OperationsController['cancel']>()(operation),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    permissions,
  },
  'operations.retry': {
    ...OPERATIONS,
    summary: 'Resume an operation',
    description: 'A failed or cancelled one goes on where it stopped.',
    success: answers<OperationsController['retry']>(202)(operation),
    refuses: controlled,
    permissions,
  },
  'operations.undo': {
    ...OPERATIONS,
    summary: 'Undo an operation',
    description: 'A new operation puts back what this one changed and nobody has changed since.',
    body: undoValidator,
    success: answers<OperationsController['undo']>(202)(operation),
    refuses: controlled,
    permissions,
  },
  'operations.apply': {
    ...OPERATIONS,
    summary: 'Apply a dry run',
    description: 'Once, to exactly the licenses that it found.',
    success: answers<OperationsController['apply']>(202)(operation),
    refuses: controlled,
    permissions,
  },
} satisfies Entries
