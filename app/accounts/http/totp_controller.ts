import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeTotp from '#accounts/actions/change_totp'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { totpCodeValidator, totpDisableValidator } from './auth_input.js'
import { noFieldsValidator } from '#http/strict'

const userId = ({ auth }: HttpContext) => auth.use('user').getUserOrFail().id

/** The second factor of the signed-in user (contract#second-factor). */
export default class TotpController {
  @inject()
  async setup(ctx: HttpContext, totp: ChangeTotp) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok(await totp.setUp(userId(ctx)))
  }

  @inject()
  async enable(ctx: HttpContext, totp: ChangeTotp) {
    const { code } = await totpCodeValidator.validate(ctx.request.body())
    return ok({ backupCodes: await totp.enable(userId(ctx), code, originOf(ctx)) })
  }

  @inject()
  async disable(ctx: HttpContext, totp: ChangeTotp) {
    const { password, code } = await totpDisableValidator.validate(ctx.request.body())
    await totp.disable(userId(ctx), password, code, originOf(ctx))
    return ok({ totpEnabled: false })
  }

  @inject()
  async backupCodes(ctx: HttpContext, totp: ChangeTotp) {
    const { code } = await totpCodeValidator.validate(ctx.request.body())
    return ok({ backupCodes: await totp.renewBackupCodes(userId(ctx), code, originOf(ctx)) })
  }
}
