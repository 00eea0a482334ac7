import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ReleaseDevice from '#end_users/actions/release_device'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import ListDevices from '#end_users/queries/list_devices'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator, noParametersValidator } from '#http/strict'
import { toDevice, toDeviceSession } from './device_transformer.js'
import { reachOf } from './reach_of.js'

/** The devices and sessions of the signed-in end user's licenses (contract/09-end-users#95-licenses-eu). */
@inject()
export default class OwnDevicesController {
  constructor(
    protected licenses: FindOwnLicenses,
    protected devices: ListDevices,
    protected release: ReleaseDevice
  ) {}

  async index(ctx: HttpContext) {
    await noParametersValidator.validate(ctx.request.qs())
    const { id } = await this.licenses.byId(reachOf(ctx), uuidParam(ctx, 'id'))
    const { devices, sessions } = await this.devices.execute(id)
    return ok({ devices: devices.map(toDevice), sessions: sessions.map(toDeviceSession) })
  }

  async destroy(ctx: HttpContext) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = await this.release.device(reachOf(ctx), uuidParam(ctx, 'id'), `${ctx.params.deviceId}`)
    return ok({ id })
  }

  async end(ctx: HttpContext) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = await this.release.session(reachOf(ctx), uuidParam(ctx, 'id'), `${ctx.params.sessionId}`)
    return ok({ id })
  }
}
