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
      'Everything personal is emptied for good: profile, sign-ins, tickets, addresses. Licenses lose their owner and keep working, unless told otherwise. More than 1,000 licenses lose theirs by an operation: then the answer is 202.',
    query: erasureQueryValidator,
    fields: { licenses: 'What becomes of the licenses; `keep` if left out.' },
    success: [erased(200), erased(202)],
    refuses: ['USER_NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED'],
  },
  'end_users.own_erasures.store': {
    ...PORTAL,
    summary: 'Ask for the erasure of your account',
    description:
      'Where the portal has `erasure` self, mails a code to your address, and the answer is 202. Otherwise opens a ticket with the merchant: 201.',
    body: noFieldsValidator,
    success: [
      answers<OwnErasuresController['startByCode']>(202)({ challengeToken: text(), expiresAt: moment() }),
      answers<OwnErasuresController['request']>(201)({ ticket: TicketShape }),
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
    summary: 'Call the erasure of your account off',
    success: answers<OwnErasuresController['destroy']>()({ id: uuid('Yours.') }),
    refuses: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
} satisfies Entries
