import type { StoredOperation } from './kind.js'
import { deleteKind } from './delete.js'
import { exportKind } from './export/kind.js'
import { extendKind } from './extend.js'
import { freezeKind } from './freeze.js'
import { importKind } from './import/kind.js'
import { eraseEndUserLicensesKind } from './end_users_erase.js'
import { mergeEndUsersKind } from './end_users_merge.js'
import { resetHwidKind, resetIpKind } from './resets.js'
import { revokeKind } from './revoke.js'
import { setTierKind } from './set_tier.js'
import { setUpdatesKind } from './set_updates.js'
import { suspendKind } from './suspend.js'
import { undoKind } from './undo/kind.js'
import { unfreezeKind } from './unfreeze.js'
import { unrevokeKind } from './unrevoke.js'
import { unsuspendKind } from './unsuspend.js'

/** The changes that can be undone. */
const CHANGES = [
  ...[freezeKind, unfreezeKind, revokeKind, unrevokeKind],
  ...[suspendKind, unsuspendKind, extendKind, setTierKind, setUpdatesKind],
] as const

/** All kinds of operations; a new kind gets a file and a line here. */
const KINDS = [
  ...CHANGES,
  ...[resetHwidKind, resetIpKind, deleteKind, importKind, exportKind, undoKind(CHANGES)],
  ...[mergeEndUsersKind, eraseEndUserLicensesKind],
] as const
type Kind = (typeof KINDS)[number]

/** The kinds of operations that a merchant can start and watch (contract#operation-record). */
export type OperationType = Kind['type']
export const OPERATION_TYPES = KINDS.map(({ type }) => type)

/** The kinds with a bulk route. */
export const BULK_CHANGES = KINDS.flatMap(({ type, bulk }) => (bulk ? [{ type, bulk }] : []))

/** An operation of any kind as it is stored. */
export type OperationRow = StoredOperation<OperationType>

/**
 * An operation with its params parsed; its `type` determines their type.
 *
 * @internal
 */
export type Operation = ReturnType<Kind['read']>

const BY_TYPE = new Map<string, Kind>(KINDS.map((kind) => [kind.type, kind]))

/** The kind of a type. @throws for an unknown type */
export function kindOf(type: OperationType): Kind {
  const kind = BY_TYPE.get(type)
  if (kind) return kind
  throw new Error(`There is no kind of operation ${type}`)
}
