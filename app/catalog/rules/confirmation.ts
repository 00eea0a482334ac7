import type { FieldProblem } from '#kernel/refusals/field_problem'

/**
 * The problems of a change that takes something away from licenses and is sent without `confirm` (contract/17-tiers).
 */
export function unconfirmed(affected: number, taken: readonly string[]): FieldProblem[] {
  const licenses = affected === 1 ? 'one license' : `${affected} licenses`
  const message = `The change takes something away from ${licenses} (${taken.slice(0, 5).join(', ')}): send confirm: true`
  return [
    { field: 'confirm', message },
    { field: 'affected', message: String(affected) },
  ]
}
