import type { AttributeMapping } from './connection.js'

/** What a provider says about somebody, by the names that it uses. */
export type Attributes = Record<string, unknown>

/** Somebody as a provider describes them. */
export type Person = {
  email: string | null
  firstName: string | null
  lastName: string | null
  groups: string[]
}

/** Somebody for whom a provider vouches; `subject` is what it calls them for good. */
export type Vouched = Person & { subject: string }

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** Names under which common providers send each attribute. */
const COMMON = {
  email: ['email', 'mail', 'emailAddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstName', 'given_name', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['lastName', 'family_name', 'surname', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  groups: ['groups', 'memberOf', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
}

/** The most groups that count. */
const MOST_GROUPS = 500

/**
 * Reads somebody out of attributes, by the names of the mapping or else the common ones. An address that comes several
 * times is none.
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
