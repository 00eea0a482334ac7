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

/** Reads the body of a request from the form fields of an end user. */
export const personOf = (typed: FormData): PersonBody => ({
  email: textOrNull(typed, 'email'),
  username: textOrNull(typed, 'username'),
  firstName: textOrNull(typed, 'firstName'),
  lastName: textOrNull(typed, 'lastName'),
  externalId: textOrNull(typed, 'externalId'),
})

export const PERSON_FIELDS = ['email', 'username', 'firstName', 'lastName', 'externalId']
