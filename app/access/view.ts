import { hasScope } from '#catalog/rules/scopes'

/** What a caller may see of the people behind licenses (interface#21-license, interface#52-api-key-scopes). */
export type View = {
  /** Whose a license is. */
  owner: boolean
  /** Whose it was before a change, in its timeline. */
  formerOwner: boolean
}

/** The view of a user on the dashboard. */
export const USER_VIEW: View = { owner: false, formerOwner: true }

/** The view of an API key: owners only with end_user:read. */
export function viewOfKey(permissions: readonly string[]): View {
  const owner = hasScope(permissions, 'end_user:read')
  return { owner, formerOwner: owner }
}
