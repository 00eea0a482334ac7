import type {
  BulkChangesFreezeData,
  BulkChangesSetUpdatesData,
  Operation,
  OperationsIndexData,
  OperationsItemsData,
  TransfersExportData,
  TransfersImportData,
} from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'

/** A bulk change, an import or an export, which can be watched and undone; and an item that it skipped or failed. */
export type { Operation, OperationItem } from '../generated/types.js'

export type OperationStatus = Operation['status']
export type OperationProgress = Operation['progress']
/** An update about an operation; an operation that has ended comes with all its fields. */
export type OperationNews = Operation | Pick<Operation, 'id' | 'status' | 'progress'>
export type OperationList = QueryOf<OperationsIndexData>
export type OperationItemList = Omit<QueryOf<OperationsItemsData>, 'format'>

type Bulk = NonNullable<BulkChangesFreezeData['body']>
type Target = 'licenseIds' | 'licenseKeys' | 'filter'
type Targets =
  { licenseIds: string[] } | { licenseKeys: string[] } | { filter: BodyOf<{ body: Bulk['filter'] }> }

/** The licenses of a bulk change, and its options. */
export type BulkChange = Targets & Omit<Bulk, Target>

/** Which releases a license may have; omitted fields do not change. */
export type UpdateRights = Omit<BodyOf<BulkChangesSetUpdatesData>, keyof Bulk>

export type Export = QueryOf<TransfersExportData>

export type Import = Omit<QueryOf<TransfersImportData>, 'map'> & {
  /** The column of the file for each field: `{ key: 'License Key' }`. */
  map?: Record<string, string>
}
