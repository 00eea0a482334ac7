import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'
import { asKey } from '#start/stacks'

const { keyed } = controllers

/** Room for 100,000 ids of licenses. */
const ids = { limit: bodies.limits.ids }

/**
 * Bulk changes, import, export and operations of an API key: each with the scope of its single form
 * (contract#api-key-family).
 */
router
  .group(() => {
    router.post('/licenses/freeze', [keyed.BulkChanges, 'freeze']).use(asKey('license:update', ids))
    router.post('/licenses/unfreeze', [keyed.BulkChanges, 'unfreeze']).use(asKey('license:update', ids))
    router.post('/licenses/extend', [keyed.BulkChanges, 'extend']).use(asKey('license:update', ids))
    router.post('/licenses/revoke', [keyed.BulkChanges, 'revoke']).use(asKey('license:revoke', ids))
    router.post('/licenses/unrevoke', [keyed.BulkChanges, 'unrevoke']).use(asKey('license:unrevoke', ids))
    router.delete('/licenses', [keyed.BulkChanges, 'destroy']).use(asKey('license:delete', ids))
    // An import streams its body, so nothing else may read it.
    router
      .post('/licenses/import', [keyed.Transfers, 'store'])
      .use(asKey('license:create', { streams: true }))
    router.route('/licenses/export', ['GET'], [keyed.Transfers, 'index']).use(asKey('license:read'))
    router.get('/operations', [keyed.Operations, 'index']).use(asKey('license:read'))
    router.get('/operations/:operationId', [keyed.Operations, 'show']).use(asKey('license:read'))
    router.get('/operations/:operationId/items', [keyed.Operations, 'items']).use(asKey('license:read'))
    router.get('/operations/:operationId/stream', [keyed.Operations, 'stream']).use(asKey('license:read'))
    router.get('/operations/:operationId/download', [keyed.Transfers, 'show']).use(asKey('license:read'))
    router
      .post('/operations/:operationId/cancel', [keyed.OperationCommands, 'cancel'])
      .use(asKey('license:read'))
    router
      .post('/operations/:operationId/retry', [keyed.OperationCommands, 'retry'])
      .use(asKey('license:read'))
    router.post('/operations/:operationId/undo', [keyed.OperationCommands, 'undo']).use(asKey('license:read'))
    router
      .post('/operations/:operationId/apply', [keyed.OperationCommands, 'apply'])
      .use(asKey('license:read'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
  .use(middleware.preferWait())
