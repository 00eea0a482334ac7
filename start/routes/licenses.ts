import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

const { dashboard } = controllers
const VIEWER = { role: 'VIEWER' } as const
const MEMBER = { role: 'MEMBER' } as const

/** Licenses behind a user's access token (interface 4.2, contract 3). */
router
  .group(() => {
    router.get('/orgs/:orgId/licenses', [dashboard.Licenses, 'index']).use(middleware.org(VIEWER))
    router.post('/orgs/:orgId/licenses', [dashboard.Licenses, 'store']).use(middleware.org(MEMBER))
    router.get('/licenses/:id', [dashboard.Licenses, 'show']).use(middleware.license(VIEWER))
    router.patch('/licenses/:id', [dashboard.Licenses, 'update']).use(middleware.license(MEMBER))
    router.delete('/licenses/:id', [dashboard.Licenses, 'destroy']).use(middleware.license(MEMBER))
    router
      .get('/licenses/:id/events', [dashboard.LicenseEvents, 'index'])
      .use(middleware.license({ ...VIEWER, deleted: true }))
    router
      .group(() => {
        router.post('/revoke', [dashboard.LicenseRevocations, 'store'])
        router.post('/unrevoke', [dashboard.LicenseRevocations, 'destroy'])
        router.post('/suspend', [dashboard.LicenseSuspensions, 'store'])
        router.post('/unsuspend', [dashboard.LicenseSuspensions, 'destroy'])
        router.post('/reset-hwid', [dashboard.LicenseResets, 'hwid'])
        router.post('/reset-ip', [dashboard.LicenseResets, 'ip'])
      })
      .prefix('/licenses/:id')
      .use(middleware.license(MEMBER))
  })
  .prefix('/v1/dashboard')
  .use([middleware.user(), middleware.body(), middleware.idempotency()])
