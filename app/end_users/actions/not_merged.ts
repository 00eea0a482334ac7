import type { MergeProblem } from '#end_users/rules/merge'
import Refusal from '#kernel/refusals/refusal'
import { iso } from '#kernel/time/iso'

type Problem<Reason> = Extract<MergeProblem, { reason: Reason }>

/** The refusal for two end users who can't be merged (contract/09-end-users#96-the-merchants-side). */
export function notMerged(problem: MergeProblem): Refusal {
  return problem.reason === 'two-external-ids' ? twoExternalIds(problem) : erasurePlanned(problem)
}

function twoExternalIds({ target, source }: Problem<'two-external-ids'>) {
  const message =
    'Both end users have an externalId: send keep: "target" to drop the externalId of the source'
  return new Refusal('CONFLICT', {
    message,
    details: [
      { field: 'externalId', message: `The target has ${target}` },
      { field: 'fromId', message: `The source has ${source}` },
    ],
  })
}

function erasurePlanned({ whose, dueAt }: Problem<'erasure-planned'>) {
  const message =
    'One of the end users has asked to be erased: they can be merged after that end user has called the erasure off'
  const field = whose === 'source' ? 'fromId' : 'endUserId'
  return new Refusal('CONFLICT', {
    message,
    details: [{ field, message: `The erasure is due on ${iso(dueAt)}` }],
  })
}
