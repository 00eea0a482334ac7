import type { FieldProblem } from '#kernel/refusals/field_problem'
import type { Decision } from '#licensing/rules/changes'
import { conflictMessage } from '#licensing/rules/conflicts'
import type { LicenseStatus } from '#licensing/rules/license'

/** Why no sequence of routes leads from a license to the state that a row asks for. */
export type StepsProblem =
  | { reason: 'pending-again'; from: LicenseStatus }
  | { reason: 'unreached'; from: LicenseStatus; to: LicenseStatus }
  | { reason: 'not-redeemable' }
  | { reason: 'bad-terms'; problems: FieldProblem[] }
  /** The rule of a single route refuses; its `marks` are set if the license is past its limit. */
  | { reason: 'refused'; by: Extract<Decision, { outcome: 'failed' }> }

/** The item code of such a row (contract#import). */
export function stepsCode({ reason }: StepsProblem) {
  return reason === 'bad-terms' ? 'VALIDATION_ERROR' : 'CONFLICT'
}

/** The message that tells a merchant why a row cannot change a license. */
export function stepsMessage(problem: StepsProblem): string {
  switch (problem.reason) {
    case 'pending-again':
      return `A license that is ${problem.from} cannot become PENDING again`
    case 'unreached':
      return unreached(problem.from, problem.to)
    case 'not-redeemable':
      return 'The license cannot become ACTIVE'
    case 'bad-terms':
      return problem.problems.map(({ message }) => message).join('; ')
    case 'refused':
      return conflictMessage(problem.by.reason)
  }
}

function unreached(from: LicenseStatus, to: LicenseStatus): string {
  if (to === 'EXPIRED') {
    return `A license becomes EXPIRED only when its expiry is in the past; this one is ${from}`
  }
  if (from === 'EXPIRED') return `An EXPIRED license becomes ${to} only with an expiry in the future`
  return `A license that is ${from} cannot become ${to}`
}
