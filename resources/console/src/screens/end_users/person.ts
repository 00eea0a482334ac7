import type { EndUser, EndUsersStoreData } from '../../api/types'
import { textOrNull } from '../../ui/typed'

export type PersonBody = EndUsersStoreData['body']

/** What a person is called in a list: the first of their names that is there. */
export function personName({
  firstName,
  lastName,
  username,
  email,
  externalId,
}: Pick<EndUser, 'firstName' | 'lastName' | 'username' | 'email' | 'externalId'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || email || externalId || 'No name'
}

/** What was typed about a person. */
export const personOf = (typed: FormData): PersonBody => ({
  email: textOrNull(typed, 'email'),
  username: textOrNull(typed, 'username'),
  firstName: textOrNull(typed, 'firstName'),
  lastName: textOrNull(typed, 'lastName'),
  externalId: textOrNull(typed, 'externalId'),
})

export const PERSON_FIELDS = ['email', 'username', 'firstName', 'lastName', 'externalId']
