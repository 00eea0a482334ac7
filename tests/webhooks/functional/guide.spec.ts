import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort } from '#kernel/net/free_port'
import { createMerchant } from '#tests/testkit/merchant'
import { start } from '#tests/testkit/processes'
import { until } from '#tests/testkit/wait'
import { createEndpoint } from '#tests/testkit/webhooks'

const GUIDE = 'docs/webhooks.md'

/** Posts a delivery that is signed for this time, in Unix seconds. */
function post(url: string, secret: string, seconds: number) {
  const body = '{"event":"test.ping","data":{}}'
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`replayed.${seconds}.${body}`).digest('base64')
  const headers = {
    'webhook-id': 'replayed',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
  return fetch(url, { method: 'POST', headers, body })
}

test.group('webhook guide', () => {
  test('the receiver of the guide takes a genuine test and refuses a forged one', async ({
    client,
    assert,
    cleanup,
  }) => {
    const snippet = /```js\n([\s\S]*?)```/.exec(await readFile(GUIDE, 'utf8'))![1]
    const port = await freePort()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-guide-'))
    cleanup(() => rm(folder, { recursive: true }))
    const file = join(folder, 'receiver.mjs')
    await writeFile(file, snippet.replace('8080', `${port}, '127.0.0.1'`))
    const merchant = await createMerchant()
    const url = `http://127.0.0.1:${port}/latchkey`
    const endpoint = await createEndpoint(merchant, { url })
    const receiver = start([file], { WEBHOOK_SECRET: endpoint.secret })
    cleanup(() => void receiver.child.kill())
    const forged = await until('the receiver listens', () =>
      fetch(url, {
        method: 'POST',
        headers: { 'x-service-signature': 'ab'.repeat(32) },
        body: '{}',
      }).catch(() => null)
    )
    assert.equal(forged.status, 401)
    const old = Math.floor(Date.now() / 1000) - 301
    assert.equal((await post(url, endpoint.secret, old)).status, 401)
    assert.equal((await post(url, endpoint.secret, old + 300)).status, 204)
    const response = await client
      .post(`/v1/dashboard/webhooks/products/${merchant.productId}/${endpoint.id}/test`)
      .bearerToken(merchant.token)
      .json({})
    const { delivery } = response.body().data
    assert.containSubset(delivery, { success: true, responseStatus: 204 })
    await until('it printed the delivery', () => receiver.output().includes(`${delivery.id} test.ping`))
  })
})
