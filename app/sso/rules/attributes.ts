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

/** Names under which common providers send each attribute. */
const COMMON = {
  email: ['email', 'mail', 'emailAddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstName', 'given_name', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['lastName', 'family_name', 'surname', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
}

/** The most groups that are read; the others are ignored. */
const MOST_GROUPS = 500

/**
 * Reads a person from attributes, by the names in the mapping, otherwise by the common names. An email address or a
 * name with several values counts as missing.
 */
export function personOf(attributes: Attributes, mapping: AttributeMapping): Person {
  const valuesOf = (what: keyof typeof COMMON): string[] => {
    const name = (mapping[what] === undefined ? COMMON[what] : [mapping[what]]).find((one) =>
      Object.hasOwn(attributes, one)
    )
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
