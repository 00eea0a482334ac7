import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AskToVerify from '#accounts/actions/ask_to_verify'
import SetPassword from '#accounts/actions/set_password'
import UpdateProfile from '#accounts/actions/update_profile'
import { giveTokens } from '#access/token_cookies'
import Refusal from '#kernel/refusals/refusal'
import { clientOf, originOf } from '#access/origin'
import FindUser from '#accounts/queries/find_user'
import { WHOLE_LIST } from '#kernel/database/keyset'
import Memberships from '#orgs/queries/memberships'
import { ok } from '#http/envelope'
import { toOrg } from '#orgs/http/org_transformer'
import { toUser } from './user_transformer.js'
import { changePasswordValidator, profileValidator } from './auth_input.js'
import { noFieldsValidator } from '#http/strict'

/** The signed-in user (interface#41-session-and-user, contract#profile). */
export default class MeController {
  @inject()
  async show({ auth }: HttpContext, memberships: Memberships) {
    const guard = auth.use('user')
    const user = guard.getUserOrFail()
    const { items } = await memberships.ofUser(user.id, WHOLE_LIST, guard.ssoOrgId)
    return ok({ user: toUser(user), orgs: items.map(toOrg) })
  }

  @inject()
  async update({ auth, request }: HttpContext, updateProfile: UpdateProfile, findUser: FindUser) {
    const { id } = auth.use('user').getUserOrFail()
    await updateProfile.execute(id, await profileValidator.validate(request.body()))
    return ok({ user: toUser((await findUser.byId(id))!) })
  }

  /** Sends the mail that confirms the address again. */
  @inject()
  async verifyEmail({ auth, request }: HttpContext, ask: AskToVerify) {
    await noFieldsValidator.validate(request.body())
    const { id, email } = auth.use('user').getUserOrFail()
    await ask.execute(id)
    return ok({ message: `A mail is on its way to ${email}` })
  }

  @inject()
  async password(ctx: HttpContext, setPassword: SetPassword) {
    const guard = ctx.auth.use('user')
    if (guard.ended) throw new Refusal('UNAUTHORIZED')
    const { id, email, emailVerified } = guard.getUserOrFail()
    const { currentPassword, newPassword, useCookies } = await changePasswordValidator.validate(
      ctx.request.body()
    )
    const tokens = await setPassword.byPassword(id, currentPassword, newPassword, {
      ...originOf(ctx),
      ...clientOf(ctx),
    })
    return ok({ user: { id, email, emailVerified }, ...giveTokens(ctx, tokens, useCookies) })
  }
}
