import * as client from 'openid-client'
import { FetchRefused } from '#kernel/net/guarded_fetch'
import { AnswerRefused } from './answer_refused.js'

/** A provider that is out of reach, or that cannot be used with its current setup; the message says why. */
export class ProviderUnfit extends Error {}

/** Error codes of the library for responses with an unexpected status or format. */
const UNWELL = ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']

/** Error names come from the provider or from a forged answer, so only plain names are shown. */
const NAME = /^[\w.-]{1,60}$/

/**
 * Converts an error of the library.
 * @throws ProviderUnfit if the provider or its setup is at fault; AnswerRefused if the answer is.
 */
export function blamed(error: unknown): never {
  assertWell(error)
  if (error instanceof client.AuthorizationResponseError) {
    throw new AnswerRefused(`The provider refused: ${nameOf(error.error)}`)
  }
  if (error instanceof client.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      throw new AnswerRefused('The provider rejected the code: it is unknown or has expired')
    throw new ProviderUnfit(`The provider answers ${nameOf(error.error)}: check the client and its secret`)
  }
  throw new AnswerRefused(`The response of the provider is not trustworthy: ${whyOf(error)}`)
}

/** Converts an error of the library that concerns the metadata of a provider. @throws ProviderUnfit */
export function unfit(error: unknown): never {
  assertWell(error)
  throw new ProviderUnfit(`The metadata of the provider were rejected: ${whyOf(error)}`)
}

/** @throws ProviderUnfit if the provider was out of reach, or responded with an unexpected status or format. */
function assertWell(error: unknown) {
  const away = causesOf(error).find((one) => one instanceof FetchRefused)
  if (away) throw new ProviderUnfit(`The provider cannot be reached: ${away.message}`)
  if (!UNWELL.includes(String((error as { code?: unknown } | null)?.code))) return
  throw new ProviderUnfit('The provider does not answer as an OpenID Connect provider')
}

function nameOf(text: string): string {
  return NAME.test(text) ? text : 'for a reason of its own'
}

/** The innermost cause has the most precise message, so its message is returned. */
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
