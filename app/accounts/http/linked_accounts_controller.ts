import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { findProvider } from '#accounts/actions/find_provider'
import FinishOauthSignIn from '#accounts/actions/finish_oauth_sign_in'
import FinishLinking from '#accounts/actions/finish_linking'
import StartLinking from '#accounts/actions/start_linking'
import TradeLinkCode from '#accounts/actions/trade_link_code'
import UnlinkAccount from '#accounts/actions/unlink_account'
import { giveLinking, linkingCookie } from '#access/token_cookies'
import { oauthProviders } from '#config/oauth'
import Refusal from '#kernel/refusals/refusal'
import { originOf } from '#access/origin'
import ListLinkedAccounts from '#accounts/queries/list_linked_accounts'
import { goTo } from '#http/go_to'
import { rawQueryOf } from '#http/raw_query'
import { ok } from '#http/envelope'
import { wantsPage } from '#http/wants_page'
import { toLinkedAccount } from './user_transformer.js'
import { linkCodeValidator } from './auth_input.js'
import { linkingPage, NOT_YET, refusedLinkingPage } from './linking_page.js'
import { limitQuery } from '#http/page'

const userId = ({ auth }: HttpContext) => auth.use('user').getUserOrFail().id
const providerOf = ({ params }: HttpContext) => params.provider as string

/** Links a user to identities at other providers (interface#41-session-and-user, contract#oauth). */
export default class LinkedAccountsController {
  /** GET /oauth/providers: public, returns names only. */
  providers() {
    return ok({ providers: [...oauthProviders.keys()].sort() })
  }

  @inject()
  async index(ctx: HttpContext, list: ListLinkedAccounts) {
    const { items, nextCursor } = await list.execute(userId(ctx), await limitQuery(ctx.request.qs()))
    return ok({ accounts: items.map(toLinkedAccount), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, start: StartLinking) {
    const byCookie = ctx.request.header('authorization') === undefined
    const tokenGeneration = ctx.auth.use('user').tokenGeneration!
    const user = { id: userId(ctx), tokenGeneration }
    const { url, browser } = await start.execute(user, providerOf(ctx), byCookie)
    giveLinking(ctx, browser)
    return ok({ authorizationUrl: url })
  }

  /**
   * Completes a linking, or a sign-in, which then returns to the address where it started. Browsers get a refusal as a
   * page.
   */
  @inject()
  async callback(ctx: HttpContext, finish: FinishLinking, signIn: FinishOauthSignIn) {
    const ended = this.#end(ctx, finish, signIn)
    return wantsPage(ctx) ? ended.catch((error) => refusedLinkingPage(ctx, error)) : ended
  }

  async #end(ctx: HttpContext, finish: FinishLinking, signIn: FinishOauthSignIn) {
    findProvider(providerOf(ctx))
    const query = rawQueryOf(ctx)
    const state = new URLSearchParams(query).get('state')
    if (!state) throw new Refusal('BAD_REQUEST', { message: 'The state is missing: start again' })
    const next = await signIn.execute(providerOf(ctx), state, query, originOf(ctx))
    if (next) return goTo(ctx, next)
    const callback = { state, query, browser: linkingCookie(ctx) }
    const linked = await finish.execute(providerOf(ctx), callback, originOf(ctx))
    if (wantsPage(ctx)) return linkingPage(ctx, linked)
    if ('account' in linked) return ok({ account: toLinkedAccount(linked.account) })
    return ok({ code: linked.code, message: NOT_YET })
  }

  @inject()
  async finish(ctx: HttpContext, trade: TradeLinkCode) {
    findProvider(providerOf(ctx))
    const { code } = await linkCodeValidator.validate(ctx.request.body())
    const account = await trade.execute(userId(ctx), providerOf(ctx), code, originOf(ctx))
    return ok({ account: toLinkedAccount(account) })
  }

  @inject()
  async destroy(ctx: HttpContext, unlink: UnlinkAccount) {
    await unlink.execute(userId(ctx), providerOf(ctx), originOf(ctx))
    return ok({ id: providerOf(ctx) })
  }
}
