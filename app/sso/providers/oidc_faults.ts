import * as client from 'openid-client'
import { FetchRefused } from '#kernel/net/guarded_fetch'
import { AnswerRefused } from './answer_refused.js'

/** A provider that cannot be asked, or that cannot be used as it is set up; its message says why. */
export class ProviderUnfit extends Error {}

/** Codes of the library for answers of another status or form than they must have. */
const UNWELL = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']

/** Names of errors are words of the provider's, or of whoever made the answer up. */
const NAME = /^[\w.-]{1,60}$/

/**
 * Says whose fault it is that the library has refused something: that of the provider or its setup, or of the answer.
 * @throws ProviderUnfit, AnswerRefused
 */
export function blamed(error: unknown): never {
  assertWell(error)
  if (error instanceof client.AuthorizationResponseError) {
    throw new AnswerRefused(`The provider refused: ${nameOf(error.error)}`)
  }
  if (error instanceof client.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      throw new AnswerRefused('The provider does not know the code, or no longer')
    throw new ProviderUnfit(`The provider answers ${nameOf(error.error)}: check the client and its secret`)
  }
  throw new AnswerRefused(`The answer is not believed: ${whyOf(error)}`)
}

/** The same for what a provider says of itself. @throws ProviderUnfit */
export function unfit(error: unknown): never {
  assertWell(error)
  throw new ProviderUnfit(`The metadata of the provider are not taken: ${whyOf(error)}`)
}

/** @throws ProviderUnfit for one that was out of reach, or answered with another status or form than it must. */
function assertWell(error: unknown) {
  const away = causesOf(error).find((one) => one instanceof FetchRefused)
  if (away) throw new ProviderUnfit(`The provider cannot be asked: ${away.message}`)
  if (!UNWELL.includes(String((error as { code?: unknown } | null)?.code))) return
  throw new ProviderUnfit('The provider does not answer as one of OpenID Connect does')
}

function nameOf(text: string): string {
  return NAME.test(text) ? text : 'for a reason of its own'
}

/** The library says the more precise thing below what it throws. */
function whyOf(error: unknown): string {
  return (
    causesOf(error)
      .flatMap((one) => (one instanceof Error && one.message ? [one.message] : []))
      .at(-1) ?? 'no reason'
  )
}

function causesOf(error: unknown): unknown[] {
  const found = [error]
  for (let one = error; one instanceof Error && one.cause && found.length < 8; one = one.cause)
    found.push(one.cause)
  return found
}
