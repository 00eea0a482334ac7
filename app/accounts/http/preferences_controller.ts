import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import SavePreferences from '#accounts/actions/save_preferences'
import FindPreferences from '#accounts/queries/find_preferences'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { noParametersValidator } from '#http/strict'
import { preferencesValidator } from './preferences_input.js'

/** The preferences that a console stores for the signed-in user (contract/01-changes#reads-for-a-console). */
export default class PreferencesController {
  @inject()
  async show({ auth, request }: HttpContext, find: FindPreferences) {
    await noParametersValidator.validate(request.qs())
    return ok({ preferences: await find.execute(auth.use('user').getUserOrFail().id) })
  }

  @inject()
  async replace(ctx: HttpContext, save: SavePreferences) {
    const { auth, request } = ctx
    const { preferences } = await preferencesValidator.validate(request.body())
    refuseLossyNumbers(ctx)
    await save.execute(auth.use('user').getUserOrFail().id, preferences as Record<string, unknown>)
    return ok({ preferences: preferences as Record<string, unknown> })
  }
}
