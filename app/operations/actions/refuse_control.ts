import Refusal from '#kernel/refusals/refusal'
import { controlMessage, type ControlProblem } from '#operations/rules/controls'

/** The refusal of a caller who cannot control an operation in its current state. */
export function refuseControl(problem: ControlProblem): Refusal {
  return new Refusal('CONFLICT', { message: controlMessage(problem) })
}
