import type { Entries } from '#http/api/route_entry'
import { answers, answersWith, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { linkCodeValidator } from './auth_input.js'
import type LinkedAccountsController from './linked_accounts_controller.js'
import { withCookies } from './shared_api.js'
import { LinkedAccountShape } from './user_shape.js'

const { either, list, nextCursor, object, text } = shape

/** The answers of the callback for programs that link an account. The callback of a sign-in has no body. */
type Callback = LinkedAccountsController['callback']
type EndedLinking = (
  ...given: Parameters<Callback>
) => Promise<Exclude<Awaited<ReturnType<Callback>>, void | undefined | string>>

const asPage = (status: number, description: string) => ({
  status,
  body: text(),
  type: 'text/html',
  description,
})

const LINKED = { tag: 'Linked accounts' }
const provider = 'The name of a provider from `GET /oauth/providers`.'

/** Linked accounts in the API document (contract#oauth, interface#linking-rules). */
export const LINKED_ACCOUNTS_API = {
  'linked_accounts.providers': {
    ...LINKED,
    summary: 'List the identity providers',
    success: answers<LinkedAccountsController['providers']>()({ providers: list(text()) }),
  },
  'linked_accounts.index': {
    ...LINKED,
    summary: 'List my linked accounts',
    query: limitValidator,
    success: answers<LinkedAccountsController['index']>()({
      accounts: list(LinkedAccountShape),
      nextCursor: nextCursor(),
    }),
  },
  'linked_accounts.store': {
    ...LINKED,
    summary: 'Start to link an account',
    description: 'Send the browser to `authorizationUrl` within 10 minutes. It signs nobody in.',
    fields: { provider },
    success: withCookies(
      answers<LinkedAccountsController['store']>()({ authorizationUrl: text() }),
      'Tells at the callback that it is the same browser.'
    ),
    refuses: ['NOT_FOUND', 'CONFLICT', 'CONFIG_ERROR'],
  },
  'linked_accounts.callback': {
    ...LINKED,
    summary: 'Come back from a provider',
    description:
      'The provider sends the browser here, with `state` and `code` in the query. In the browser in which linking began the account is linked. Elsewhere the answer is a code for the program that began.',
    fields: { provider },
    success: [
      answersWith<EndedLinking>()(
        either(object({ account: LinkedAccountShape }), object({ code: text(), message: text() }))
      ),
      asPage(200, 'The same as a page, where a browser asks.'),
      {
        status: 303,
        body: null,
        description: 'A sign-in: to its `redirectUri`, with `code` or with `error` and `requestId`.',
      },
      ...[400, 404, 409].map((status) => asPage(status, 'A refusal is a page too, where a browser asks.')),
    ],
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'linked_accounts.finish': {
    ...LINKED,
    summary: 'Finish to link an account',
    description: 'For programs that began without a browser.',
    body: linkCodeValidator,
    fields: { provider, code: 'The code that the callback has shown; it is good for 10 minutes.' },
    success: answers<LinkedAccountsController['finish']>()({ account: LinkedAccountShape }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'linked_accounts.destroy': {
    ...LINKED,
    summary: 'Unlink an account',
    description: 'CONFLICT for the last way in of a user without a password.',
    fields: { provider },
    success: answers<LinkedAccountsController['destroy']>()({ id: text('The provider.') }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
} satisfies Entries
