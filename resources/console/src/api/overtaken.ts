import { same } from '../ui/same'
import { Refusal } from './refusal'

type Fields = Record<string, unknown>

/**
 * For rows without a revision: a save must not undo what somebody else has done to a field since the form began with
 * `before`. The service replaces a list or a policy as a whole, so a change of another part of it counts too.
 * @throws Refusal CONFLICT if `now` has another value in a field of `change`
 */
export function refuseOvertaken(change: object, before: object, now: object) {
  const isOvertaken = Object.entries(change).some(([name, value]) => {
    const stored = (now as Fields)[name]
    return !same(stored, (before as Fields)[name]) && !same(stored, value)
  })
  if (!isOvertaken) return
  const message =
    'Somebody else changed this in the meantime. Open this form again and make your change there.'
  throw new Refusal(409, 'CONFLICT', message)
}
