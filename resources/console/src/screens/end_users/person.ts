import type { EndUser, EndUsersStoreData } from '../../api/types'
import { textOrNull } from '../../ui/typed'

export type PersonBody = NonNullable<EndUsersStoreData['body']>

/** Returns the display name of an end user: the first name available, in a fixed order. */
export function personName({
  firstName,
  lastName,
  username,
  email,
  externalId,
}: Pick<EndUser, 'firstName' | 'lastName' | 'username' | 'email' | 'externalId'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || email || externalId || 'No name'
}

/** Says what the addresses of two end users are after one of them is merged into this one. */
export const addressesAfterMerge = ({ email }: Pick<EndUser, 'email'>): string =>
  email
    ? `${email} stays the address; that of the other end user no longer signs in.`
    : 'The address of the other end user moves too.'

/** Reads the body of a request from the form fields of an end user. */
export const personOf = (typed: FormData): PersonBody => ({
  email: textOrNull(typed, 'email'),
  username: textOrNull(typed, 'username'),
  firstName: textOrNull(typed, 'firstName'),
  lastName: textOrNull(typed, 'lastName'),
  externalId: textOrNull(typed, 'externalId'),
})

export const PERSON_FIELDS = ['email', 'username', 'firstName', 'lastName', 'externalId']
