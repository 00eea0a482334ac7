import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { BULK_TARGETS } from '#licensing/http/bulk_targets'
import { bulkChange } from '#operations/http/bulk_change'
import { TO_EXPORT } from '#operations/kinds/export/kind'
import { TO_IMPORT } from '#operations/kinds/import/kind'
import { BULK_CHANGES } from '#operations/kinds/registry'
import { middleware } from '#start/kernel'
import { asKey } from '#start/stacks'

const { Operations, Transfers } = controllers.operations

/** Room for 100,000 license ids. */
const ids = { limit: bodies.limits.ids, lists: BULK_TARGETS }

/**
 * Bulk changes, import, export and operations of an API key, each with the permission of the change to a single
 * license (contract#api-key-family).
 */
router
  .group(() => {
    for (const { type, bulk } of BULK_CHANGES) {
      router
        .route(`/licenses${bulk.path}`, [bulk.method], bulkChange(type))
        .as(`bulk_changes.${bulk.name}`)
        .use(asKey(bulk.permission, ids))
    }
    // An import streams its body, so nothing else may read it.
    router.post('/licenses/import', [Transfers, 'import']).use(asKey(TO_IMPORT, { streams: true }))
    router.route('/licenses/export', ['GET'], [Transfers, 'export']).use(asKey(TO_EXPORT))
    router.get('/operations', [Operations, 'index']).use(asKey('license:read'))
    router.get('/operations/:operationId', [Operations, 'show']).use(asKey('license:read'))
    router.get('/operations/:operationId/items', [Operations, 'items']).use(asKey('license:read'))
    router.get('/operations/:operationId/stream', [Operations, 'stream']).use(asKey('license:read'))
    router.get('/operations/:operationId/download', [Transfers, 'download']).use(asKey('license:read'))
    router.post('/operations/:operationId/cancel', [Operations, 'cancel']).use(asKey('license:read'))
    router.post('/operations/:operationId/retry', [Operations, 'retry']).use(asKey('license:read'))
    router.post('/operations/:operationId/undo', [Operations, 'undo']).use(asKey('license:read'))
    router.post('/operations/:operationId/apply', [Operations, 'apply']).use(asKey('license:read'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
  .use(middleware.preferWait())
