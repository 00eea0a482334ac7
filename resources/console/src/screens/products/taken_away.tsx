import type { Refusal } from '../../api/refusal'
import { Refused } from '../../ui/refused'
import { same } from '../../ui/same'
import { counted } from '../../ui/time'

type Sent = { refusal: Refusal | null; words: unknown }

/**
 * Adds `confirm` to a body that takes something away from licenses, if the service has just refused this very body for it.
 * Another body may take away more than the user was warned of.
 */
export function confirmed<Body extends object>(body: Body, { refusal, words }: Sent) {
  return refusal?.fields.affected && same(body, words) ? { ...body, confirm: true } : body
}

/** Shows why the service refused a change, or how many licenses it would take something away from. */
export function RefusedChange({ refusal, shown }: { refusal: Refusal | null; shown?: readonly string[] }) {
  const affected = refusal?.fields.affected
  if (!affected) return <Refused refusal={refusal} shown={shown} />
  return (
    <p className="notice warn" role="alert">
      This takes something away from {counted(Number(affected), 'license')}. Save again to confirm.
    </p>
  )
}
