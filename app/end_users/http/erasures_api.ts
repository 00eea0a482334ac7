import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { noFieldsValidator } from '#http/strict'
import { OperationShape } from '#operations/http/operation_shape'
import type EndUserErasuresController from './end_user_erasures_controller.js'
import { TicketShape } from '#support/http/ticket_shape'
import { confirmErasureValidator, erasureQueryValidator } from './erasure_input.js'
import type OwnErasuresController from './own_erasures_controller.js'

const { moment, object, optional, text, uuid } = shape

const PORTAL = { tag: 'Portal' }

const erased = (status: number) =>
  answers<EndUserErasuresController['destroy']>(status)({ id: uuid(), operation: optional(OperationShape) })

/** The routes for erasing end users in the API document. */
export const ERASURES_API = {
  'end_user_erasures.destroy': {
    tag: 'End users',
    summary: 'Erase an end user',
    description:
      'Deletes all personal data permanently: profile, sign-ins, tickets and addresses. Licenses lose their owner and keep working, unless `licenses` says otherwise. If there are more than 1,000 licenses, an operation handles them and the answer is 202.',
    query: erasureQueryValidator,
    fields: { licenses: 'The action for the licenses; `keep` if omitted.' },
    success: [erased(200), erased(202)],
    refuses: ['USER_NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  },
  'end_users.own_erasures.store': {
    ...PORTAL,
    summary: 'Ask for the erasure of your account',
    description:
      'If `erasure` of the portal is `self`, mails a code to your address and answers with 202. Otherwise, opens a ticket with the merchant and answers with 201, or with 200 and the ticket of your earlier request while it is open.',
    body: noFieldsValidator,
    success: [
      answers<OwnErasuresController['startByCode']>(202)({ challengeToken: text(), expiresAt: moment() }),
      answers<OwnErasuresController['request']>(201)({ ticket: TicketShape }),
      answers<OwnErasuresController['request']>()({ ticket: TicketShape }),
    ],
    refuses: ['CONFLICT', 'RATE_LIMITED'],
  },
  'end_users.own_erasures.confirm': {
    ...PORTAL,
    summary: 'Confirm the erasure of your account',
    description: 'The account is erased 7 days later.',
    body: confirmErasureValidator,
    success: answers<OwnErasuresController['confirm']>()({ erasure: object({ dueAt: moment() }) }),
    refuses: ['RATE_LIMITED'],
  },
  'end_users.own_erasures.destroy': {
    ...PORTAL,
    summary: 'Cancel the erasure of your account',
    success: answers<OwnErasuresController['destroy']>()({ id: uuid('Your id.') }),
    refuses: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
} satisfies Entries
