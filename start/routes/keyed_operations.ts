import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import type { ApiScope } from '#domain/api_key/scopes'
import { middleware } from '#start/kernel'

const { keyed } = controllers

/** Room for 100,000 ids of licenses. */
const BULK_IDS = 6 * 1024 * 1024

const needs = (scope: ApiScope, limit?: number) => [
  middleware.apiKey({ scope }),
  middleware.body({ limit }),
  middleware.idempotency(),
]

/** Bulk changes, import, export and operations of an API key: each with the scope of its single form (contract 3). */
router
  .group(() => {
    router.post('/licenses/freeze', [keyed.BulkChanges, 'freeze']).use(needs('license:update', BULK_IDS))
    router.post('/licenses/unfreeze', [keyed.BulkChanges, 'unfreeze']).use(needs('license:update', BULK_IDS))
    router.post('/licenses/extend', [keyed.BulkChanges, 'extend']).use(needs('license:update', BULK_IDS))
    router.post('/licenses/revoke', [keyed.BulkChanges, 'revoke']).use(needs('license:revoke', BULK_IDS))
    router
      .post('/licenses/unrevoke', [keyed.BulkChanges, 'unrevoke'])
      .use(needs('license:unrevoke', BULK_IDS))
    router.delete('/licenses', [keyed.BulkChanges, 'destroy']).use(needs('license:delete', BULK_IDS))
    // An import streams its body, so nothing else may read it.
    router
      .post('/licenses/import', [keyed.Transfers, 'store'])
      .use([middleware.apiKey({ scope: 'license:create' }), middleware.idempotency()])
    router.route('/licenses/export', ['GET'], [keyed.Transfers, 'index']).use(needs('license:read'))
    router.get('/operations', [keyed.Operations, 'index']).use(needs('license:read'))
    router.get('/operations/:operationId', [keyed.Operations, 'show']).use(needs('license:read'))
    router.get('/operations/:operationId/items', [keyed.Operations, 'items']).use(needs('license:read'))
    router.get('/operations/:operationId/stream', [keyed.Operations, 'stream']).use(needs('license:read'))
    router.get('/operations/:operationId/download', [keyed.Transfers, 'show']).use(needs('license:read'))
    router
      .post('/operations/:operationId/cancel', [keyed.OperationCommands, 'cancel'])
      .use(needs('license:read'))
    router
      .post('/operations/:operationId/retry', [keyed.OperationCommands, 'retry'])
      .use(needs('license:read'))
    router.post('/operations/:operationId/undo', [keyed.OperationCommands, 'undo']).use(needs('license:read'))
  })
  .prefix('/v1/products/:productId')
  .as('keyed')
  .use(middleware.preferWait())
