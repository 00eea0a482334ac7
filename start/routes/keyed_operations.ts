import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asKey } from '#start/stacks'

const { BulkChanges, OperationCommands, Operations, Transfers } = controllers.operations

/** Room for 100,000 ids of licenses. */
const ids = { limit: bodies.limits.ids }

/**
 * Bulk changes, import, export and operations of an API key: each with the scope of its single form
 * (contract#api-key-family).
 */
router
  .group(() => {
    router.post('/licenses/freeze', [BulkChanges, 'freeze']).use(asKey('license:update', ids))
    router.post('/licenses/unfreeze', [BulkChanges, 'unfreeze']).use(asKey('license:update', ids))
    router.post('/licenses/extend', [BulkChanges, 'extend']).use(asKey('license:update', ids))
    router.post('/licenses/revoke', [BulkChanges, 'revoke']).use(asKey('license:revoke', ids))
    router.post('/licenses/unrevoke', [BulkChanges, 'unrevoke']).use(asKey('license:unrevoke', ids))
    router.delete('/licenses', [BulkChanges, 'destroy']).use(asKey('license:delete', ids))
    // An import streams its body, so nothing else may read it.
    router.post('/licenses/import', [Transfers, 'import']).use(asKey('license:create', { streams: true }))
    router.route('/licenses/export', ['GET'], [Transfers, 'export']).use(asKey('license:read'))
    router.get('/operations', [Operations, 'index']).use(asKey('license:read'))
    router.get('/operations/:operationId', [Operations, 'show']).use(asKey('license:read'))
    router.get('/operations/:operationId/items', [Operations, 'items']).use(asKey('license:read'))
    router.get('/operations/:operationId/stream', [Operations, 'stream']).use(asKey('license:read'))
    router.get('/operations/:operationId/download', [Transfers, 'download']).use(asKey('license:read'))
    router.post('/operations/:operationId/cancel', [OperationCommands, 'cancel']).use(asKey('license:read'))
    router.post('/operations/:operationId/retry', [OperationCommands, 'retry']).use(asKey('license:read'))
    router.post('/operations/:operationId/undo', [OperationCommands, 'undo']).use(asKey('license:read'))
    router.post('/operations/:operationId/apply', [OperationCommands, 'apply']).use(asKey('license:read'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
  .use(middleware.preferWait())
