import Refusal from '#kernel/refusals/refusal'
import { controlMessage, type ControlProblem } from '#operations/rules/controls'

/** The refusal for a control that the operation's current state does not allow. */
export function refuseControl(problem: ControlProblem): Refusal {
  return new Refusal('CONFLICT', { message: controlMessage(problem) })
}
