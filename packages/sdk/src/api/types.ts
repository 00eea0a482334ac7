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
 * What the service takes and answers, as the API document has it. Moments are ISO 8601 in UTC with milliseconds. A newer
 * service may answer more fields: ignore those that you do not know.
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
/** New licenses of an org: the product has to be named. */
export type NewOrgLicenses = BodyOf<LicensesStoreData>
export type LicenseChanges = BodyOf<KeyedLicensesUpdateData>

/** Which licenses a list, an export or a bulk change is about. */
export type LicenseFilter = Omit<LicenseList, 'page' | 'pageSize' | 'sort' | 'cursor'>
export type LicenseList = Omit<QueryOf<KeyedLicensesIndexData>, 'page'>

export type List = {
  /** Entries a page; 50 by default, 200 at most. */
  limit?: number
  cursor?: string
}
