import { test } from '@japa/runner'
import { createHash } from 'node:crypto'
import { createMerchant } from '#tests/testkit/merchant'
import { openS3 } from '#tests/testkit/s3_server'
import { startServer } from '#tests/testkit/servers'
import { startWorker } from '#tests/testkit/worker_process'

test.group('files in S3', (group) => {
  // Files do not depend on where the queues are.
  group.tap((one) => one.tags(['@once']))

  test('a server and a worker share nothing but the database and a bucket', async ({ assert }) => {
    await using s3 = await openS3()
    const [server, worker] = await Promise.all([startServer(s3.env), startWorker(s3.env)])
    try {
      const merchant = await createMerchant()
      const headers = { authorization: `Bearer ${merchant.token}`, prefer: 'wait=60' }
      const org = `${server.base}/v1/dashboard/orgs/${merchant.orgId}`
      const note = 'n'.repeat(8000)
      const lines = Array.from({ length: 2500 }, (_, at) => `BUCKET-${at},${note}`)
      const imported = await fetch(`${org}/licenses/import?productId=${merchant.productId}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/csv' },
        body: `key,metadata.note\n${lines.join('\n')}\n`,
      })
      const answer = await imported.json()
      assert.equal(imported.status, 200, JSON.stringify(answer))
      assert.containSubset(answer, {
        data: { operation: { status: 'completed', progress: { succeeded: 2500, failed: 0 } } },
      })
      const exported = await fetch(`${org}/licenses/export`, { headers })
      const bytes = Buffer.from(await exported.arrayBuffer())
      assert.equal(exported.status, 200, bytes.toString('utf8', 0, 500))
      assert.isAbove(bytes.length, 20_000_000)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      assert.equal(exported.headers.get('etag'), `"${sha256}"`)
      // A health check keeps its own file for a moment.
      const folders = new Set([...s3.objects.keys()].map((key) => key.split('/')[0]))
      folders.delete('health')
      assert.sameMembers([...folders], ['imports', 'exports'])
      assert.equal(s3.uploads.size, 0)
    } finally {
      await Promise.all([server.kill('SIGTERM'), worker.child.kill('SIGTERM') && worker.ended])
    }
  })

  test('an import whose parts cannot be read in time fails instead of being tried for ever', async ({
    assert,
  }) => {
    await using s3 = await openS3()
    const [server, worker] = await Promise.all([
      startServer(s3.env),
      // Long enough that a pause of a busy machine does not end the worker's other transactions.
      startWorker({ ...s3.env, DATABASE_IDLE_TRANSACTION_SECONDS: '2' }),
    ])
    try {
      s3.hang()
      const merchant = await createMerchant()
      const org = `${server.base}/v1/dashboard/orgs/${merchant.orgId}`
      const imported = await fetch(`${org}/licenses/import?productId=${merchant.productId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${merchant.token}`, 'content-type': 'text/csv', prefer: 'wait=60' },
        body: 'key\nSLOW-1\n',
      })
      assert.containSubset(await imported.json(), {
        data: { operation: { status: 'failed', error: { message: 'Chunk 1 failed 5 times' } } },
      })
    } finally {
      await Promise.all([server.kill('SIGKILL'), worker.child.kill('SIGKILL') && worker.ended])
    }
  }).timeout(90_000)
})
