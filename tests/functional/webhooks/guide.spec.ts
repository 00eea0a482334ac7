import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort } from '#services/free_port'
import { createMerchant } from '#tests/support/merchant'
import { start } from '#tests/support/processes'
import { until } from '#tests/support/wait'
import { createEndpoint } from '#tests/support/webhooks'

const GUIDE = 'docs/webhooks.md'

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
    const response = await client
      .post(`/v1/dashboard/webhooks/products/${merchant.productId}/${endpoint.id}/test`)
      .bearerToken(merchant.token)
      .json({})
    const { delivery } = response.body().data
    assert.containSubset(delivery, { success: true, responseStatus: 204 })
    await until('it printed the delivery', () => receiver.output().includes(`${delivery.id} test.ping`))
  })
})
