/**
 * The fields of an end user that a merchant can set (contract/09-end-users#96-the-merchants-side). Null removes a
 * value.
 */
export type PersonFields = {
  email?: string | null
  username?: string | null
  externalId?: string | null
  firstName?: string | null
  lastName?: string | null
  locale?: string | null
  marketingConsent?: boolean
  metadata?: Record<string, unknown>
}

/** The database column of each field. */
export const PERSON_COLUMNS = {
  email: 'email',
  username: 'username',
  externalId: 'external_id',
  firstName: 'first_name',
  lastName: 'last_name',
  locale: 'locale',
  marketingConsent: 'marketing_consent',
  metadata: 'metadata',
} as const satisfies Record<keyof PersonFields, string>
