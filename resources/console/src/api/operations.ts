import type {
  BulkChangesDestroyData,
  BulkChangesDestroyResponses,
  BulkChangesExtendData,
  BulkChangesExtendResponses,
  BulkChangesFreezeData,
  BulkChangesFreezeResponses,
  BulkChangesRevokeData,
  BulkChangesRevokeResponses,
  BulkChangesSuspendData,
  BulkChangesSuspendResponses,
  BulkChangesUnfreezeData,
  BulkChangesUnfreezeResponses,
  BulkChangesUnrevokeData,
  BulkChangesUnrevokeResponses,
  BulkChangesUnsuspendData,
  BulkChangesUnsuspendResponses,
  OperationsApplyData,
  OperationsApplyResponses,
  OperationsCancelData,
  OperationsCancelResponses,
  OperationsIndexData,
  OperationsIndexResponses,
  OperationsItemsData,
  OperationsItemsResponses,
  OperationsRetryData,
  OperationsRetryResponses,
  OperationsShowData,
  OperationsShowResponses,
  OperationsUndoData,
  OperationsUndoResponses,
  TransfersExportData,
  TransfersExportResponses,
} from './types'
import { route } from './route'

const BULK = '/v1/dashboard/orgs/{orgId}/licenses'
const ONE = '/v1/dashboard/orgs/{orgId}/operations/{operationId}'

export const bulkChanges = {
  freeze: route<BulkChangesFreezeData, BulkChangesFreezeResponses>('POST', `${BULK}/freeze`),
  unfreeze: route<BulkChangesUnfreezeData, BulkChangesUnfreezeResponses>('POST', `${BULK}/unfreeze`),
  extend: route<BulkChangesExtendData, BulkChangesExtendResponses>('POST', `${BULK}/extend`),
  revoke: route<BulkChangesRevokeData, BulkChangesRevokeResponses>('POST', `${BULK}/revoke`),
  unrevoke: route<BulkChangesUnrevokeData, BulkChangesUnrevokeResponses>('POST', `${BULK}/unrevoke`),
  suspend: route<BulkChangesSuspendData, BulkChangesSuspendResponses>('POST', `${BULK}/suspend`),
  unsuspend: route<BulkChangesUnsuspendData, BulkChangesUnsuspendResponses>('POST', `${BULK}/unsuspend`),
  delete: route<BulkChangesDestroyData, BulkChangesDestroyResponses>('DELETE', BULK),
}
export type BulkKind = keyof typeof bulkChanges

export const exportLicenses = route<TransfersExportData, TransfersExportResponses>('GET', `${BULK}/export`)
export const listOperations = route<OperationsIndexData, OperationsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/operations'
)
export const readOperation = route<OperationsShowData, OperationsShowResponses>('GET', ONE)
export const listItems = route<OperationsItemsData, OperationsItemsResponses>('GET', `${ONE}/items`)

/** Actions on an operation, by their names in its `can`. */
export const operationSteps = {
  cancel: route<OperationsCancelData, OperationsCancelResponses>('POST', `${ONE}/cancel`),
  retry: route<OperationsRetryData, OperationsRetryResponses>('POST', `${ONE}/retry`),
  undo: route<OperationsUndoData, OperationsUndoResponses>('POST', `${ONE}/undo`),
  apply: route<OperationsApplyData, OperationsApplyResponses>('POST', `${ONE}/apply`),
}
