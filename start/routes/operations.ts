import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { BULK_TARGETS } from '#licensing/http/bulk_targets'
import { bulkChange } from '#operations/http/bulk_change'
import { BULK_CHANGES } from '#operations/kinds/registry'
import { middleware } from '#start/kernel'
import { asMember } from '#start/stacks'

const { Operations, Transfers } = controllers.operations
const VIEWER = middleware.org({ role: 'VIEWER' })
const MEMBER = middleware.org({ role: 'MEMBER' })

/**
 * Bulk changes: their body limit is larger than elsewhere on the dashboard
 * (interface#bulk-changes, contract#bulk-requests).
 */
router
  .group(() => {
    for (const { type, bulk } of BULK_CHANGES) {
      router.route(bulk.path, [bulk.method], bulkChange(type)).as(bulk.name)
    }
  })
  .prefix('/v1/dashboard/orgs/:orgId/licenses')
  .as('bulk_changes')
  .use([middleware.preferWait(), ...asMember(MEMBER, { limit: bodies.limits.ids, lists: BULK_TARGETS })])

/** Import and export; an import streams its body, so nothing else may read it (contract#import, contract#export). */
router
  .group(() => {
    router.post('/import', [Transfers, 'import']).use(asMember(MEMBER, { streams: true }))
    // It starts an operation, so it must not answer HEAD, which `router.get` would add.
    router.route('/export', ['GET'], [Transfers, 'export']).use([middleware.user({ sso: 'tenant' }), VIEWER])
  })
  .prefix('/v1/dashboard/orgs/:orgId/licenses')
  .use(middleware.preferWait())

/** The signed link of an export: it is its own credential. */
router.get('/v1/downloads/:operationId', [controllers.system.Downloads, 'show'])

/** Operations and their results (contract#operation-routes). */
router
  .group(() => {
    router.get('/', [Operations, 'index'])
    router.get('/stream', [Operations, 'streamAll'])
    router.get('/:operationId', [Operations, 'show'])
    router.get('/:operationId/download', [Transfers, 'download'])
    router.get('/:operationId/stream', [Operations, 'stream'])
    router.get('/:operationId/items', [Operations, 'items'])
  })
  .prefix('/v1/dashboard/orgs/:orgId/operations')
  .use([middleware.user({ sso: 'tenant' }), VIEWER])

/** Actions of a member on an operation (contract#operation-routes). */
router
  .group(() => {
    router.post('/cancel', [Operations, 'cancel'])
    router.post('/retry', [Operations, 'retry'])
    router.post('/undo', [Operations, 'undo'])
    router.post('/apply', [Operations, 'apply'])
  })
  .prefix('/v1/dashboard/orgs/:orgId/operations/:operationId')
  .use([middleware.preferWait(), ...asMember(MEMBER)])
