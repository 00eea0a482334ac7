import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Actor, Scope } from '#kernel/audit/scope'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'
import type { OperationStatus, Progress, RetryProblem } from '#operations/rules/operation'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import type { StoredParams } from './stored_params.js'
import type { Undoing } from './undoing.js'

/** An operation without its params: everything that is the same for every kind. */
export type OperationRecord = Progress & {
  id: string
  orgId: string
  productId: string | null
  status: OperationStatus
  dryRun: boolean
  result: StoredParams | null
  error: { code: string; message: string } | null
  createdByType: Actor['type']
  createdById: string | null
  /** The address of the user who started it. */
  createdByEmail: string | null
  /** A dry run that was applied. */
  applied: boolean
  /** Its files and item results were deleted. */
  retired: boolean
  /** An undo stands against going on, or an undo's operation runs again. */
  retryBlocked: boolean
  createdAt: Date
  /** Whether its chunks are there; a filter becomes chunks only when the operation starts. */
  planned: boolean
  startedAt: Date | null
  finishedAt: Date | null
}

/** An operation as it is stored. */
export type StoredOperation<Type extends string = string> = OperationRecord & {
  type: Type
  params: StoredParams
}

/** An operation of one kind, with its params read. */
export type OperationOf<Type extends string, Params> = OperationRecord & { type: Type; params: Params }

/** The controls of an existing operation. */
export type Control = 'cancel' | 'retry' | 'undo'

/** The route of a kind that changes the licenses which its caller names (contract#bulk-requests). */
export type BulkRoute = {
  method: 'POST' | 'DELETE'
  /** Below `/licenses` of an org or product. */
  path: string
  name: string
  permission: RequiredPermission
  /** Whole numbers that the body must hold, each with the least and the largest. */
  numbers: Readonly<Record<string, readonly [least: number, largest: number]>>
  /** Ids that the body must hold; null stands for none. */
  ids?: readonly string[]
  /** Whether the body holds update rights of a license, at least one. */
  updateRights?: true
  /** Whether what these fields name is there for the scope. @throws Refusal */
  check?: (scope: Scope, named: StoredParams) => Promise<void>
}

/** The file that a finished operation leaves for its caller. */
export type ResultFile = {
  /** Where the drive has it; null once it is deleted. */
  path: string | null
  format: 'csv' | 'json'
  bytes: number
  sha256: string
}

/** Where the drive keeps the files of a kind, each operation in a folder under its id. */
type FileFolder = {
  name: string
  /** Whether files are stored before their operation, so that one without an operation may be on its way. */
  precedeOperation: boolean
}

/**
 * Work that is cut into chunks: one chunk inside its transaction. It runs again for a chunk that was rolled back.
 */
type ChunkWork<Operation> = {
  by: 'chunk'
  run: (trx: Trx, operation: Operation, chunk: Chunk, now: Millis) => Promise<ChunkOutcome>
}

/** Work that is one piece and takes its time. It tells whether it is done; false when somebody else does it. */
type WholeWork<Operation> = {
  by: 'whole'
  run: (operation: Operation, signal: AbortSignal) => Promise<boolean>
}

/** Everything that only one kind of operation knows. */
type KindDefinition<Type extends string, Params, Operation> = {
  type: Type
  /** Reads stored params. @throws for params that no operation of this kind can have */
  readParams: (stored: StoredParams) => Params
  /** Stored params that the API does not show. */
  hiddenParams: readonly string[]
  /** Every permission that an API key needs to control an operation (contract#api-key-family). */
  permissions: (control: Control, params: Params) => RequiredPermission[]
  bulk: BulkRoute | null
  /** Whether a finished dry run can be applied to exactly the licenses that it found. */
  appliesDryRun: boolean
  /** Writes the chunks when the operation begins; null where its start writes them. */
  plan: ((trx: Trx, operation: Operation, now: Millis) => Promise<void>) | null
  work: ChunkWork<Operation> | WholeWork<Operation>
  /** The result of an operation that has ended. */
  result: (trx: Trx, operation: Operation) => Promise<StoredParams | null>
  /** Whether an operation that failed or was cancelled may go on. */
  retryVerdict: (trx: Trx, operation: Operation) => Promise<Verdict<RetryProblem>>
  /** Whether a retry needs files that are kept for some days only. */
  retryNeedsFiles: boolean
  /** How it is undone; null where it cannot be. */
  undo: Undoing | null
  files: FileFolder | null
  /** Reads the file out of a result; null for kinds that leave none. */
  resultFile: ((result: StoredParams) => ResultFile) | null
}

/** A kind for code that knows operations of every kind: it reads the stored params itself. */
export type OperationKind<Type extends string, Params> = Omit<
  KindDefinition<Type, Params, StoredOperation>,
  'permissions' | 'readParams'
> & {
  read: (operation: StoredOperation) => OperationOf<Type, Params>
  permissions: (control: Control, operation: StoredOperation) => RequiredPermission[]
}

/** Makes a kind of operation; a kind is in force once the registry has it. */
export function defineKind<const Type extends string, Params>({
  readParams,
  ...kind
}: KindDefinition<Type, Params, OperationOf<Type, Params>>): OperationKind<Type, Params> {
  const { type, plan, work } = kind
  const read = (operation: StoredOperation) => {
    if (operation.type !== type) throw new Error(`An operation of the type ${operation.type} is no ${type}`)
    return { ...operation, type, params: readParams(operation.params) }
  }
  return {
    ...kind,
    read,
    permissions: (control, operation) => kind.permissions(control, read(operation).params),
    plan: plan && ((trx, operation, now) => plan(trx, read(operation), now)),
    work:
      work.by === 'chunk'
        ? { by: 'chunk', run: (trx, operation, chunk, now) => work.run(trx, read(operation), chunk, now) }
        : { by: 'whole', run: async (operation, signal) => work.run(read(operation), signal) },
    result: async (trx, operation) => kind.result(trx, read(operation)),
    retryVerdict: async (trx, operation) => kind.retryVerdict(trx, read(operation)),
  }
}
