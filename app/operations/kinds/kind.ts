import type { RequiredPermission } from '#catalog/rules/permissions'
import type { Actor, Scope } from '#kernel/audit/scope'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'
import type { OperationStatus, Progress, RetryProblem } from '#operations/rules/operation'
import type { Chunk, ChunkOutcome } from '#operations/store/chunk'
import type { StoredParams } from './stored_params.js'
import type { Undoing } from './undoing.js'

/** An operation without its params: the fields that all kinds share. */
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
  /** The email address of the user who started it. */
  createdByEmail: string | null
  /** Whether it is a dry run that was applied. */
  applied: boolean
  /** Whether its files and item results were deleted. */
  retired: boolean
  /**
   * Whether a retry is blocked: by an undo of this operation or, for an undo, because the undone operation runs
   * again.
   */
  retryBlocked: boolean
  createdAt: Date
  /** Whether its chunks exist; a filter becomes chunks only when the operation starts. */
  planned: boolean
  startedAt: Date | null
  finishedAt: Date | null
}

/** An operation as it is stored. */
export type StoredOperation<Type extends string = string> = OperationRecord & {
  type: Type
  params: StoredParams
}

/** An operation of one kind, with its params parsed. */
export type OperationOf<Type extends string, Params> = OperationRecord & { type: Type; params: Params }

/** The actions on an existing operation. */
export type Control = 'cancel' | 'retry' | 'undo'

/** The route of a kind that changes the licenses named by the caller (contract#bulk-requests). */
export type BulkRoute = {
  method: 'POST' | 'DELETE'
  /** The path below `/licenses` of an org or product. */
  path: string
  name: string
  permission: RequiredPermission
  /** Whole numbers that the body must hold, each with its smallest and largest value. */
  numbers: Readonly<Record<string, readonly [least: number, largest: number]>>
  /** Ids that the body must hold; null means none. */
  ids?: readonly string[]
  /** Whether the body must hold at least one update right of a license. */
  updateRights?: true
  /** Checks the kind's own fields, for example that the objects they name exist in the scope. @throws Refusal */
  check?: (scope: Scope, named: StoredParams) => Promise<void>
}

/** The file that a finished operation provides. */
export type ResultFile = {
  /** The path on the drive; null once the file is deleted. */
  path: string | null
  format: 'csv' | 'json'
  bytes: number
  sha256: string
}

/** The folder of a kind's files on the drive; each operation has a subfolder named after its id. */
type FileFolder = {
  name: string
  /** Whether files are stored before their operation, so that files without an operation may belong to a new one. */
  precedeOperation: boolean
}

/**
 * Work that is cut into chunks: `run` works one chunk inside its transaction, and runs again if that is rolled back.
 */
type ChunkWork<Operation> = {
  by: 'chunk'
  run: (trx: Trx, operation: Operation, chunk: Chunk, now: Millis) => Promise<ChunkOutcome>
}

/**
 * Long work that is not cut into chunks. Returns whether it is done; false if another worker is doing it, or it was
 * abandoned.
 */
type WholeWork<Operation> = {
  by: 'whole'
  run: (operation: Operation, signal: AbortSignal) => Promise<boolean>
}

/** The definition of one kind of operation. */
type KindDefinition<Type extends string, Params, Operation> = {
  type: Type
  /** Reads stored params. @throws for params that no operation of this kind can have */
  readParams: (stored: StoredParams) => Params
  /** Stored params that the API does not show. */
  hiddenParams: readonly string[]
  /** The permissions that an API key needs to control an operation (contract#api-key-family). */
  permissions: (control: Control, params: Params) => RequiredPermission[]
  bulk: BulkRoute | null
  /** Whether a finished dry run can be applied to exactly the licenses that it found. */
  appliesDryRun: boolean
  /** Writes the chunks when the operation begins; null if they are written when it is created. */
  plan: ((trx: Trx, operation: Operation, now: Millis) => Promise<void>) | null
  work: ChunkWork<Operation> | WholeWork<Operation>
  /** The result of an operation that has ended. */
  result: (trx: Trx, operation: Operation) => Promise<StoredParams | null>
  /**
   * The change that such an operation completes, in the words of a message. That change is made before the operation
   * starts and is final, so the operation cannot be cancelled. Null for a kind that completes nothing.
   */
  restOf: string | null
  /** Whether an operation that failed or was cancelled may resume. */
  retryVerdict: (trx: Trx, operation: Operation) => Promise<Verdict<RetryProblem>>
  /** Whether a retry needs files that are kept for a few days only. */
  retryNeedsFiles: boolean
  /** How to undo it; null if it cannot be undone. */
  undo: Undoing | null
  files: FileFolder | null
  /** Reads the file from a result; null for kinds without a result file. */
  resultFile: ((result: StoredParams) => ResultFile) | null
}

/** A kind as code for all kinds sees it: its functions take stored operations and parse the params themselves. */
export type OperationKind<Type extends string, Params> = Omit<
  KindDefinition<Type, Params, StoredOperation>,
  'permissions' | 'readParams'
> & {
  read: (operation: StoredOperation) => OperationOf<Type, Params>
  permissions: (control: Control, operation: StoredOperation) => RequiredPermission[]
}

/** Defines a kind of operation; it takes effect when it is listed in the registry. */
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
