import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { asEndUser } from '#start/stacks'

const { OwnDevices, OwnLicenses, EndUserResets } = controllers.endUsers

/** The licenses of the signed-in end user (contract/09-end-users#95-licenses-eu). */
router
  .group(() => {
    const reads = asEndUser({ licenseKeys: true })
    router.get('/', [OwnLicenses, 'index']).use(reads)
    router.post('/redeem', [OwnLicenses, 'redeem']).use(asEndUser())
    router.get('/:id', [OwnLicenses, 'show']).use(reads)
    router.post('/:id/reset-hwid', [EndUserResets, 'hwid']).use(asEndUser({ feature: 'selfReset.hwid' }))
    router.post('/:id/reset-ip', [EndUserResets, 'ip']).use(asEndUser({ feature: 'selfReset.ip' }))
    router.get('/:id/devices', [OwnDevices, 'index']).use(reads)
    router
      .delete('/:id/devices/:deviceId', [OwnDevices, 'destroy'])
      .use(asEndUser({ feature: 'deviceRelease' }))
    router
      .delete('/:id/sessions/:sessionId', [OwnDevices, 'end'])
      .use(asEndUser({ feature: 'sessionRelease' }))
  })
  .prefix('/v1/enduser/licenses')
  .as('end_users')
