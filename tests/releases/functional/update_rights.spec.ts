import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { createMerchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { programOf, publishRelease } from '#tests/testkit/published'

const DAY = 86_400_000

/** contract/12-releases#122-who-may-have-what: from the field that a merchant sets to the file that a program gets. */
for (const family of FAMILIES) {
  test.group(`${family}: what the update rights of a license decide`, () => {
    test('the feed, a file by its id, and the explanation', async ({ assert }) => {
      const merchant = await createMerchant()
      const { license, licenses, headers } = await familyOf(family, merchant)
      const old = await publishRelease(merchant, '1.5.0', { publishedAt: new Date(Date.now() - 10 * DAY) })
      const stable = await publishRelease(merchant, '2.1.0')
      const beta = await publishRelease(merchant, '3.0.0-beta.1', { channel: 'beta' })
      const { license: one, ask } = await programOf(merchant)
      const offered = async () => (await ask('?version=1.0.0')).body?.data.update.version ?? null
      const file = async ({ artifacts }: typeof old) => (await ask(`/artifacts/${artifacts[0].id}`)).status
      const patch = async (body: object) =>
        assert.equal((await call('PATCH', license(one.id), { headers, body })).status, 200)

      assert.deepEqual([await offered(), await file(beta)], ['2.1.0', 403])
      await patch({ channels: ['beta'] })
      assert.deepEqual([await offered(), await file(beta)], ['3.0.0-beta.1', 302])
      await patch({ maxVersion: '<3.0.0-0' })
      assert.deepEqual([await offered(), await file(beta), await file(stable)], ['2.1.0', 403, 302])
      await patch({ updatesUntil: new Date(Date.now() - 5 * DAY).toISOString() })
      assert.deepEqual([await offered(), await file(stable), await file(old)], ['1.5.0', 403, 302])

      const body = { licenseIds: [one.id], updatesUntil: null, maxVersion: null, channels: ['dev'] }
      const started = await call('POST', `${licenses}/set-updates`, { headers, body })
      await runToEnd(started.body.data.operation.id)
      // dev includes no other channel.
      assert.deepEqual([await offered(), await file(old)], [null, 403])
      await patch({ channels: null })
      assert.equal(await offered(), '2.1.0')
    })
  })
}
