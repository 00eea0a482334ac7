import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AskToVerify from '#actions/auth/ask_to_verify'
import SetPassword from '#actions/auth/set_password'
import UpdateProfile from '#actions/auth/update_profile'
import { giveTokens } from '#auth/token_cookies'
import Refusal from '#exceptions/refusal'
import { originOf } from '#middleware/origin'
import FindUser from '#queries/find_user'
import { WHOLE_LIST } from '#queries/keyset'
import Memberships from '#queries/memberships'
import { ok } from '#transformers/envelope'
import { toOrg } from '#transformers/org_transformer'
import { toUser } from '#transformers/user_transformer'
import { changePasswordValidator, profileValidator } from '#validators/auth'
import { noFieldsValidator } from '#validators/strict'

/** The signed-in user (interface#41-session-and-user, contract#profile). */
export default class MeController {
  @inject()
  async show({ auth }: HttpContext, memberships: Memberships) {
    const user = auth.use('user').getUserOrFail()
    const orgs = await memberships.ofUser(user.id, WHOLE_LIST)
    return ok({ user: toUser(user), orgs: orgs.items.map(toOrg) })
  }

  @inject()
  async update({ auth, request }: HttpContext, updateProfile: UpdateProfile, findUser: FindUser) {
    const { id } = auth.use('user').getUserOrFail()
    await updateProfile.execute(id, await profileValidator.validate(request.body()))
    return ok({ user: toUser((await findUser.byId(id))!) })
  }

  /** Sends the mail that confirms the address once more. */
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
    const tokens = await setPassword.byPassword(id, currentPassword, newPassword, originOf(ctx))
    return ok({ user: { id, email, emailVerified }, ...giveTokens(ctx, tokens, useCookies) })
  }
}
