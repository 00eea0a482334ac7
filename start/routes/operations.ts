import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const VIEWER = middleware.org({ role: 'VIEWER' })
const MEMBER = middleware.org({ role: 'MEMBER' })

/**
 * Bulk changes: the body is larger than elsewhere on the dashboard (interface#bulk-changes, contract#bulk-requests).
 */
router
  .group(() => {
    router.post('/freeze', [controllers.dashboard.BulkFreezes, 'store'])
    router.post('/unfreeze', [controllers.dashboard.BulkFreezes, 'destroy'])
    router.post('/revoke', [controllers.dashboard.BulkRevocations, 'store'])
    router.post('/unrevoke', [controllers.dashboard.BulkRevocations, 'destroy'])
    router.delete('/', [controllers.dashboard.BulkDeletions, 'store'])
    router.post('/extend', [controllers.dashboard.BulkExtensions, 'store'])
  })
  .prefix('/v1/dashboard/orgs/:orgId/licenses')
  .use([middleware.preferWait(), ...asMember(MEMBER, { limit: bodies.limits.ids })])

/** Import and export; an import streams its body, so nothing else may read it (contract#import, contract#export). */
router
  .group(() => {
    router.post('/import', [controllers.dashboard.Imports, 'store']).use(asMember(MEMBER, { streams: true }))
    // It starts an operation, so there is no HEAD, which a GET route would answer too.
    router
      .route('/export', ['GET'], [controllers.dashboard.Exports, 'store'])
      .use([middleware.user(), VIEWER])
  })
  .prefix('/v1/dashboard/orgs/:orgId/licenses')
  .use(middleware.preferWait())

/** The signed link of an export: it is its own credential. */
router.get('/v1/downloads/:operationId', [controllers.system.Downloads, 'show'])

/** Operations and what became of them (contract#operation-routes). */
router
  .group(() => {
    router.get('/', [controllers.dashboard.Operations, 'index'])
    router.get('/:operationId', [controllers.dashboard.Operations, 'show'])
    router.get('/:operationId/download', [controllers.dashboard.Exports, 'show'])
    router.get('/:operationId/stream', [controllers.dashboard.OperationStreams, 'show'])
    router.get('/:operationId/items', [controllers.dashboard.OperationItems, 'index'])
  })
  .prefix('/v1/dashboard/orgs/:orgId/operations')
  .use([middleware.user(), VIEWER])

/** What a member can do to an operation (contract#operation-routes). */
router
  .group(() => {
    router.post('/cancel', [controllers.dashboard.OperationCancellations, 'store'])
    router.post('/retry', [controllers.dashboard.OperationRetries, 'store'])
    router.post('/undo', [controllers.dashboard.OperationUndos, 'store'])
    router.post('/apply', [controllers.dashboard.OperationApplications, 'store'])
  })
  .prefix('/v1/dashboard/orgs/:orgId/operations/:operationId')
  .use([middleware.preferWait(), ...asMember(MEMBER)])
