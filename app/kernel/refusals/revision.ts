import Refusal from './refusal.js'

/**
 * Refuses a change that was made for another revision of a record; `asked` is null if the caller requires no revision
 * (contract/01-changes#reads-for-a-console).
 * @throws Refusal CONFLICT
 */
export function assertRevision(current: number, asked: number | null) {
  if (asked === null || asked === current) return
  throw new Refusal('CONFLICT', {
    message: `It has changed since revision ${asked}, and is at revision ${current} now: read it again`,
  })
}
