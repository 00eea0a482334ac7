import Refusal from './refusal.js'

/** Kinds of records that have no specific "not found" code. */
type Thing =
  | 'artifact'
  | 'attachment'
  | 'ticket'
  | 'API key'
  | 'blacklist entry'
  | 'delivery'
  | 'domain'
  | 'end user'
  | 'erasure'
  | 'invite'
  | 'member'
  | 'operation'
  | 'order'
  | 'processor'
  | 'processor event'
  | 'release'
  | 'session'
  | 'SSO connection'
  | 'storefront'
  | 'tier'
  | 'user'
  | 'webhook endpoint'

/** NOT_FOUND for a record that does not exist, or that the caller cannot see. */
export function noSuch(thing: Thing) {
  return new Refusal('NOT_FOUND', { message: `No such ${thing}` })
}

/** FORBIDDEN for a user who does not belong to an org. */
export function notAMember() {
  return new Refusal('FORBIDDEN', { message: 'You are not a member of this org' })
}

/** FORBIDDEN for actions that a suspended org may not do. */
export function orgSuspended() {
  return new Refusal('FORBIDDEN', {
    message: 'This org is suspended: its members can only read',
  })
}

/** FORBIDDEN for an API key that is used for another product than its own. */
export function otherProduct() {
  return new Refusal('FORBIDDEN', { message: 'The API key is bound to another product' })
}
