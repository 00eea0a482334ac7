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

/** A bulk change, an import or an export: what is started, watched, and can be taken back; and what it did not do. */
export type { Operation, OperationItem } from '../generated/types.js'

export type OperationStatus = Operation['status']
export type OperationProgress = Operation['progress']
/** What happens to an operation; one that has ended is told whole. */
export type OperationNews = Operation | Pick<Operation, 'id' | 'status' | 'progress'>
export type OperationList = QueryOf<OperationsIndexData>
export type OperationItemList = Omit<QueryOf<OperationsItemsData>, 'format'>

type Bulk = NonNullable<BulkChangesFreezeData['body']>
type Target = 'licenseIds' | 'licenseKeys' | 'filter'
type Targets =
  { licenseIds: string[] } | { licenseKeys: string[] } | { filter: BodyOf<{ body: Bulk['filter'] }> }

/** Which licenses a bulk change is about, and how. */
export type BulkChange = Targets & Omit<Bulk, Target>

/** Which releases a license may have; what is left out stays. */
export type UpdateRights = Omit<BodyOf<BulkChangesSetUpdatesData>, keyof Bulk>

export type Export = QueryOf<TransfersExportData>

export type Import = Omit<QueryOf<TransfersImportData>, 'map'> & {
  /** Which column of the file means what, by field: `{ key: 'License Key' }`. */
  map?: Record<string, string>
}
