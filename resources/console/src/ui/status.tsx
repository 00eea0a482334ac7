import { Pill, type Look } from './pill'

const LOOKS: Record<string, Look> = {
  ACTIVE: ['Active', 'ok', 'checkCircle'],
  PENDING: ['Pending', '', 'dashed'],
  SUSPENDED: ['Suspended', 'warn', 'pause'],
  REVOKED: ['Revoked', 'bad', 'ban'],
  EXPIRED: ['Expired', '', 'hourglass'],
  FROZEN: ['Frozen', 'ice', 'snow'],
  queued: ['Queued', '', 'dashed'],
  running: ['Running', 'accent', 'activity'],
  completed: ['Completed', 'ok', 'checkCircle'],
  failed: ['Failed', 'bad', 'warning'],
  cancelling: ['Cancelling', 'warn', 'pause'],
  cancelled: ['Cancelled', '', 'ban'],
  // Deliveries
  pending: ['Pending', 'accent', 'hourglass'],
  succeeded: ['Delivered', 'ok', 'checkCircle'],
  // Releases and domains
  draft: ['Draft', '', 'dashed'],
  published: ['Published', 'ok', 'checkCircle'],
  yanked: ['Withdrawn', 'bad', 'undo'],
  verified: ['Verified', 'ok', 'checkCircle'],
  lost: ['Lost', 'bad', 'warning'],
  // Orders, payment processors and their events
  fulfilled: ['Fulfilled', 'ok', 'checkCircle'],
  rejected: ['Rejected', 'bad', 'ban'],
  expired: ['Expired', '', 'hourglass'],
  reversed: ['Reversed', 'warn', 'undo'],
  done: ['Done', 'ok', 'checkCircle'],
  ignored: ['Ignored', '', 'dashed'],
  connected: ['Connected', 'accent', 'dashed'],
  ready: ['Ready', 'ok', 'checkCircle'],
  paused: ['Paused', 'warn', 'pause'],
  failing: ['Failing', 'bad', 'warning'],
  // Tickets
  open: ['Open', 'accent', 'dashed'],
  waiting: ['Waiting for end user', 'warn', 'hourglass'],
  resolved: ['Resolved', 'ok', 'checkCircle'],
  closed: ['Closed', '', 'ban'],
}

/** Returns the display name of a state. */
export const statusName = (status: string) => LOOKS[status]?.[0] ?? status

/** Shows a state as an icon, a word and a tint. */
export function Status({ of }: { of: string }) {
  return <Pill of={LOOKS[of] ?? [of, '', 'dashed']} />
}
