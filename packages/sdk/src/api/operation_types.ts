import type { LicenseFilter } from './types.js'

export type OperationStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'
export type OperationProgress = {
  total: number
  processed: number
  succeeded: number
  skipped: number
  failed: number
}

/** A bulk change, an import or an export: what is started, watched, and can be taken back. */
export type Operation = {
  id: string
  orgId: string
  productId: string | null
  type: string
  status: OperationStatus
  dryRun: boolean
  params: Record<string, unknown>
  progress: OperationProgress
  result: Record<string, unknown> | null
  error: { code: string; message: string } | null
  createdBy: { type: string; id: string | null; email?: string }
  can: Record<'cancel' | 'retry' | 'undo' | 'apply' | 'download', boolean>
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** A license or a row that was skipped or failed. */
export type OperationItem = {
  index: number
  line: number | null
  licenseId: string | null
  key: string | null
  outcome: 'skipped' | 'failed'
  code: string
  message: string
}

export type OperationList = { type?: string; status?: OperationStatus; limit?: number; cursor?: string }

type Targets =
  | { licenseIds: string[] }
  | { licenseKeys: string[] }
  | {
      filter: LicenseFilter & {
        /** Up to 1,000 licenses to leave out. */
        exceptIds?: string[]
      }
    }

/** Which licenses a bulk change is about, and how. */
export type BulkChange = Targets & {
  reason?: string
  /** Counts what would happen and changes nothing. */
  dryRun?: boolean
  /** The change is refused with CONFLICT when it finds another number of licenses. */
  expectedTotal?: number
}

export type Export = LicenseFilter & {
  format?: 'csv' | 'json'
  delimiter?: 'comma' | 'semicolon' | 'tab'
  bom?: boolean
}

export type Import = {
  productId?: string
  dryRun?: boolean
  onConflict?: 'fail' | 'skip' | 'update' | 'update-only'
  /** Which column of the file means what, by field: `{ key: 'License Key' }`. */
  map?: Record<string, string>
  /** How the file writes dates other than ISO 8601, in Luxon's tokens. */
  dateFormat?: string
}
