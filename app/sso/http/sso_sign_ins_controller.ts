import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { clientOf, originOf } from '#access/origin'
import { giveTokens } from '#access/token_cookies'
import { ok } from '#http/envelope'
import { ownAddress } from '#http/own_address'
import { uuidParam } from '#http/path'
import { goTo } from '#http/go_to'
import { rawQueryOf } from '#http/raw_query'
import { countAttempt, fromNetwork } from '#kernel/limits/attempt_limits'
import { readBody, refuseEncoding } from '#kernel/net/request_body'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import ExchangeCode from '#sso/actions/exchange_code'
import FinishOidc from '#sso/actions/finish_oidc'
import FinishSaml from '#sso/actions/finish_saml'
import StartSso from '#sso/actions/start_sso'
import FindConnection from '#sso/queries/find_connection'
import { samlMetadata } from '#sso/providers/saml_provider'
import { ssoExchangeValidator, startValidator } from './sso_input.js'

/** The largest form that carries the answer of a SAML provider, in bytes (contract/13-sso#132-signing-in). */
const FORM_LIMIT = 256 * 1024

/** Signs members in through the identity provider of their org (contract/13-sso#132-signing-in). */
export default class SsoSignInsController {
  @inject()
  async store({ request }: HttpContext, start: StartSso) {
    const asked = await startValidator.validate(request.body())
    const { email, orgId, redirectUri, codeChallenge } = asked
    if ((email === undefined) === (orgId === undefined)) throw invalidField('email', 'Send email or orgId')
    const address = ownAddress(redirectUri)
    await countAttempt('ssoStarts', fromNetwork(request.ip()))
    return ok({ redirectUrl: await start.execute({ email, orgId }, address, codeChallenge) })
  }

  @inject()
  async exchange(ctx: HttpContext, exchangeCode: ExchangeCode) {
    const { code, codeVerifier, useCookies } = await ssoExchangeValidator.validate(ctx.request.body())
    const result = await exchangeCode.execute(code, codeVerifier, originOf(ctx), clientOf(ctx))
    if ('requires2FA' in result) return ok(result)
    return ok({ user: result.user, ...giveTokens(ctx, result.tokens, useCookies) })
  }

  /** Takes the answer of a SAML provider, which the browser sends as a form. @throws Refusal BAD_REQUEST, NOT_FOUND */
  @inject()
  async acs(ctx: HttpContext, finish: FinishSaml) {
    const answer = await answerIn(ctx)
    goTo(ctx, await finish.execute(uuidParam(ctx, 'connectionId'), answer, originOf(ctx)))
  }

  /** Takes the answer of an OpenID Connect provider, which is in the query. @throws Refusal NOT_FOUND */
  @inject()
  async callback(ctx: HttpContext, finish: FinishOidc) {
    goTo(ctx, await finish.execute(uuidParam(ctx, 'orgId'), rawQueryOf(ctx), originOf(ctx)))
  }

  /** Like `callback`, at the address that all orgs share. */
  @inject()
  async sharedCallback(ctx: HttpContext, finish: FinishOidc) {
    goTo(ctx, await finish.shared(rawQueryOf(ctx), originOf(ctx)))
  }

  /** Sends the metadata of this service for a SAML provider. @throws Refusal NOT_FOUND */
  @inject()
  async metadata(ctx: HttpContext, find: FindConnection) {
    const connection = await find.usable(uuidParam(ctx, 'connectionId'))
    if (connection?.type !== 'saml') throw noSuch('SSO connection')
    ctx.response.header('content-type', 'application/samlmetadata+xml; charset=utf-8')
    ctx.response.send(samlMetadata(connection))
  }
}

async function answerIn({ request }: HttpContext): Promise<string> {
  const type = request.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    throw new Refusal('BAD_REQUEST', { message: 'Send the answer as a form' })
  }
  refuseEncoding(request.request.headers)
  const form = new URLSearchParams((await readBody(request.request, FORM_LIMIT)).toString('latin1'))
  const answers = form.getAll('SAMLResponse')
  if (answers.length === 1) return answers[0]
  throw new Refusal('BAD_REQUEST', { message: 'The form must have exactly one field SAMLResponse' })
}
