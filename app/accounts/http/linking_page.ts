import type { HttpContext } from '@adonisjs/core/http'
import type { Linked } from '#accounts/actions/finish_linking'
import { sendPlainPage } from '#http/plain_page'
import Refusal from '#kernel/refusals/refusal'

/** The text for the person in whose browser the callback ends. */
export const NOT_YET =
  'Your account is not linked yet. Enter this code only in the program where you started. Do not give it to anyone else: a person who sent you here could use it to link your identity.'

/** Renders the page at the end of a linking, for the person in this browser (contract#oauth). */
export function linkingPage(ctx: HttpContext, linked: Linked) {
  if ('code' in linked) return send(ctx, 'One step is left', NOT_YET, linked.code)
  const { provider, email } = linked.account
  const whose = `Your account at ${provider}${email ? ` (${email})` : ''}`
  return send(ctx, 'Linked', `${whose} is linked. You can close this page and continue where you started.`)
}

/** The page for a refused callback, with the status of the refusal. @throws any error that is not a Refusal */
export function refusedLinkingPage(ctx: HttpContext, error: unknown) {
  if (!(error instanceof Refusal)) throw error
  ctx.response.status(error.status)
  return send(ctx, 'That did not work', error.message)
}

function send(ctx: HttpContext, heading: string, text: string, code = '') {
  return sendPlainPage(ctx, 'linking.html', { heading, text, code })
}
