import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { OperationShape } from '#operations/http/operation_shape'
import type EndUserErasuresController from './end_user_erasures_controller.js'
import { erasureQueryValidator } from './erasure_input.js'

const { optional, uuid } = shape

const erased = (status: number) =>
  answers<EndUserErasuresController['destroy']>(status)({ id: uuid(), operation: optional(OperationShape) })

/** The erasure of end users in the API document. */
export const ERASURES_API = {
  'end_user_erasures.destroy': {
    tag: 'End users',
    summary: 'Erase an end user',
    description:
      'Everything personal is emptied for good: profile, sign-ins, tickets, addresses. Licenses lose their owner and keep working, unless told otherwise. More than 1,000 licenses lose theirs by an operation: then the answer is 202.',
    query: erasureQueryValidator,
    fields: { licenses: 'What becomes of the licenses; `keep` if left out.' },
    success: [erased(200), erased(202)],
    refuses: ['USER_NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  },
} satisfies Entries
