import type { AttributeMapping } from './connection.js'

/** The attributes of a person, by the names that the provider uses. */
export type Attributes = Record<string, unknown>

/** A person as the provider describes them. */
export type Person = {
  email: string | null
  firstName: string | null
  lastName: string | null
  groups: string[]
}

/** A person for whom a provider vouches. `subject` is the provider's permanent id of the person. */
export type Vouched = Person & { subject: string }

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
/** The claims of AD FS 1.x, which later versions still offer. */
const ADFS = 'http://schemas.xmlsoap.org/claims'

/** Names under which common providers send each attribute, some in another case. */
const COMMON = {
  email: [
    ...['email', 'mail', 'emailAddress', `${CLAIMS}/emailaddress`, `${ADFS}/EmailAddress`],
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  firstName: [
    ...['firstName', 'given_name', 'givenName', 'first_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  ],
  lastName: [
    ...['lastName', 'family_name', 'surname', 'sn', 'last_name', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  ],
  groups: [
    ...['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
    `${ADFS}/Group`,
  ],
}

/** The most groups that are read; the others are ignored. */
const MOST_GROUPS = 500

/**
 * Reads a person from attributes, by the exact names in the mapping, otherwise by the common names in any case. An email
 * address or a name with several values counts as missing.
 */
export function personOf(attributes: Attributes, mapping: AttributeMapping): Person {
  const spellings = Map.groupBy(Object.keys(attributes), (name) => name.toLowerCase())
  const nameOf = (what: keyof typeof COMMON): string | undefined => {
    const names = mapping[what] === undefined ? COMMON[what] : [mapping[what]]
    const exact = names.find((one) => Object.hasOwn(attributes, one))
    if (exact !== undefined || mapping[what] !== undefined) return exact
    const found = names.map((one) => spellings.get(one.toLowerCase())).find((sent) => sent !== undefined)
    // Nothing says which of two spellings the provider means, and users may be able to set one of them.
    return found?.length === 1 ? found[0] : undefined
  }
  const valuesOf = (what: keyof typeof COMMON): string[] => {
    const name = nameOf(what)
    if (name === undefined) return []
    return [attributes[name]].flat().filter((value): value is string => typeof value === 'string')
  }
  const only = (values: string[]) => (values.length === 1 ? values[0] : null)
  return {
    email: only(valuesOf('email')),
    firstName: only(valuesOf('firstName')),
    lastName: only(valuesOf('lastName')),
    groups: valuesOf('groups').slice(0, MOST_GROUPS),
  }
}
