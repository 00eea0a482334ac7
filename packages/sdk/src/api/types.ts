import type {
  FullLicense,
  KeyedLicensesIndexData,
  KeyedLicensesStoreData,
  KeyedLicensesUpdateData,
  License,
  LicensesStoreData,
} from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'

/**
 * The inputs and outputs of the service, as in the API document. Timestamps are ISO 8601 in UTC with milliseconds. A
 * newer service may return further fields: ignore fields that you do not know.
 */
export type {
  BlacklistEntry,
  FullLicense,
  License,
  LicenseEvent,
  Metadata,
  Pagination,
  PartialPolicy,
  Policy,
} from '../generated/types.js'
export type { Moment } from './document_types.js'

export type LicenseStatus = License['status']
export type ExpirationMode = FullLicense['expirationMode']

/** New licenses of the product of an API key. */
export type NewLicenses = BodyOf<KeyedLicensesStoreData>
/** New licenses of an org: `productId` is required. */
export type NewOrgLicenses = BodyOf<LicensesStoreData>
export type LicenseChanges = BodyOf<KeyedLicensesUpdateData>

/** The filter of a license list, an export or a bulk change. */
export type LicenseFilter = Omit<LicenseList, 'page' | 'pageSize' | 'sort' | 'cursor'>
export type LicenseList = Omit<QueryOf<KeyedLicensesIndexData>, 'page'>

export type List = {
  /** Entries per page; 50 by default, 200 at most. */
  limit?: number
  cursor?: string
}
