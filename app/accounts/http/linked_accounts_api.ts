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
    summary: 'Start linking an account',
    description:
      'Send the browser to `authorizationUrl` within 10 minutes. Linking an account does not sign the user in.',
    fields: { provider },
    success: withCookies(
      answers<LinkedAccountsController['store']>()({ authorizationUrl: text() }),
      'A cookie by which the callback recognizes the browser.'
    ),
    refuses: ['NOT_FOUND', 'CONFLICT', 'CONFIG_ERROR'],
  },
  'linked_accounts.callback': {
    ...LINKED,
    summary: 'Handle the callback of a provider',
    description:
      'The provider redirects the browser here, with `state` and `code` in the query. The account is linked if this browser started the linking. In another browser, the answer is a code for the program that started the linking with a Bearer token. If a browser started the linking with its cookie, another browser gets BAD_REQUEST.',
    fields: { provider },
    success: [
      answersWith<EndedLinking>()(
        either(object({ account: LinkedAccountShape }), object({ code: text(), message: text() }))
      ),
      asPage(200, 'The same result as an HTML page, for browsers.'),
      {
        status: 303,
        body: null,
        description:
          'For a sign-in: redirects to its `redirectUri`, with `code`, or with `error` and `requestId`.',
      },
      ...[400, 404, 409].map((status) => asPage(status, 'Browsers get the error as an HTML page.')),
    ],
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'linked_accounts.finish': {
    ...LINKED,
    summary: 'Finish linking an account',
    description: 'For programs that started the linking with a Bearer token.',
    body: linkCodeValidator,
    fields: { provider, code: 'The code from the callback. It is valid for 10 minutes.' },
    success: answers<LinkedAccountsController['finish']>()({ account: LinkedAccountShape }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'linked_accounts.destroy': {
    ...LINKED,
    summary: 'Unlink an account',
    description: 'CONFLICT if the user has no password and no other linked account.',
    fields: { provider },
    success: answers<LinkedAccountsController['destroy']>()({ id: text('The name of the provider.') }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
} satisfies Entries
