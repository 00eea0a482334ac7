import Type, { type Static, type TSchema } from 'typebox'
import { EXPORT } from '#operations/kinds/export/params'
import { IMPORT } from '#operations/kinds/import/params'
import { kindOf, OPERATION_TYPES, type OperationType } from '#operations/kinds/registry'
import { eraseEndUserLicensesKind } from '#operations/kinds/end_users_erase'
import { mergeEndUsersKind } from '#operations/kinds/end_users_merge'
import { UNDO } from '#operations/kinds/undo/type'
import { OPERATION_STATUSES, type OperationItem } from '#operations/rules/operation'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import {
  bulkParamsShape,
  CountsResultShape,
  EraseParamsShape,
  ExportParamsShape,
  ExportResultShape,
  ImportParamsShape,
  ImportResultShape,
  MergeParamsShape,
  UndoParamsShape,
} from './operation_details_shape.js'
import type { toOperation } from './operation_transformer.js'

const { anyObject, choice, flag, moment, named, nullable, object, optional, text, uuid, whole } = shape

type Details = { params: TSchema; result: TSchema }

/** The kinds without a bulk route; those with one share the same shapes. */
const OWN = new Map<OperationType, Details>([
  [IMPORT, { params: ImportParamsShape, result: ImportResultShape }],
  [EXPORT, { params: ExportParamsShape, result: ExportResultShape }],
  [eraseEndUserLicensesKind.type, { params: EraseParamsShape, result: CountsResultShape }],
  [mergeEndUsersKind.type, { params: MergeParamsShape, result: CountsResultShape }],
  [UNDO, { params: UndoParamsShape, result: CountsResultShape }],
])

/** @throws Error for a kind without a description */
function detailsOf(type: OperationType): Details {
  const { bulk } = kindOf(type)
  const details = bulk ? { params: bulkParamsShape(bulk), result: CountsResultShape } : OWN.get(type)
  if (details) return details
  throw new Error(`The API document lacks the params of ${type}`)
}

/** The schema name of a type: `things.turn_over` becomes TurnOverOperation. */
function nameOf(type: OperationType): string {
  const words = type.split('.')[1].split('_')
  return `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}Operation`
}

const fields = {
  id: uuid(),
  orgId: uuid(),
  productId: nullable(uuid('The product of the API key, or of the command with --product, that started it.')),
  type: choice(OPERATION_TYPES),
  status: choice(OPERATION_STATUSES),
  dryRun: flag('Whether this is a dry run, which changes nothing.'),
  params: anyObject(),
  progress: object({
    total: whole('0 while the total is unknown.'),
    processed: whole(),
    succeeded: whole(),
    skipped: whole(),
    failed: whole(),
  }),
  result: nullable(anyObject()),
  error: nullable(object({ code: text(), message: text() }, 'The reason for the failure.')),
  createdBy: object({
    type: choice(['user', 'apiKey', 'endUser', 'system', 'operation']),
    id: nullable(text()),
    email: optional(text('Only if a user started it, and only for users of the org.')),
  }),
  can: object(
    { cancel: flag(), retry: flag(), undo: flag(), apply: flag(), download: flag() },
    'The actions that the current state allows. Each action also needs its permission.'
  ),
  createdAt: moment(),
  startedAt: nullable(moment()),
  finishedAt: nullable(moment()),
}
same<ReturnType<typeof toOperation>, Static<ReturnType<typeof object<typeof fields>>>>(true)

const kinds = OPERATION_TYPES.map((type) => {
  const { params, result } = detailsOf(type)
  const own = { type: choice([type]), params, result: nullable(result) }
  return named(nameOf(type), { ...fields, ...own }, `An operation of the type \`${type}\`.`)
})

/** An operation (contract#operation-record); its type determines its params and result. */
export const OperationShape = Type.Unsafe<ReturnType<typeof toOperation>>({
  $id: 'Operation',
  description: 'Work on many licenses. `result` is null until the operation has ended.',
  oneOf: kinds,
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      OPERATION_TYPES.map((type) => [type, `#/components/schemas/${nameOf(type)}`])
    ),
  },
})

/** A license or record that was skipped or failed (contract#outcome-per-license). */
export const OperationItemShape = named(
  'OperationItem',
  {
    index: whole('The position in the whole operation, from 0.'),
    line: nullable(whole('The line of the file where the record begins. Imports only.')),
    licenseId: nullable(uuid()),
    key: nullable(text()),
    outcome: choice(['skipped', 'failed']),
    code: choice([
      ...(['ALREADY_FROZEN', 'NOT_FROZEN', 'ALREADY_REVOKED', 'NOT_REVOKED', 'NO_EXPIRATION'] as const),
      ...(['ALREADY_SUSPENDED', 'NOT_SUSPENDED', 'ALREADY_IN_TIER'] as const),
      ...(['CHANGED_SINCE', 'CONFLICT', 'LICENSE_NOT_FOUND', 'PERMISSION_DENIED'] as const),
      ...(['PRODUCT_NOT_FOUND', 'VALIDATION_ERROR', 'ALREADY_EXISTS', 'UNCHANGED'] as const),
    ]),
    message: text(),
  },
  'A license or record that was skipped or failed.'
)
same<OperationItem, Static<typeof OperationItemShape>>(true)
