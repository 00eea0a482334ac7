import { test } from '@japa/runner'
import { storefront as config } from '#config/storefront'
import { SYSTEM } from '#kernel/audit/audit'
import AdministerOrg from '#orgs/actions/administer_org'
import SetPlan from '#accounts/actions/set_plan'
import { BASE } from '#tests/testkit/http'
import { seedLicenses } from '#tests/testkit/licenses'
import { connect, post, SECRET, signedBy, tell } from '#tests/testkit/processors'
import { createPublisher, fileLink, published } from '#tests/testkit/publishing'
import { createListing, createShop, SHOP_DOMAIN } from '#tests/testkit/shops'

const suspend = (orgId: string, suspended = true) =>
  new AdministerOrg(new SetPlan()).execute(orgId, { suspended }, SYSTEM)

/** The status of a door's answer, and its code if it is a refusal. */
async function answerOf(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(BASE + path, { headers, redirect: 'manual' })
  const text = await response.text()
  const code = response.status < 400 ? null : (JSON.parse(text) as { error: { code: string } }).error.code
  return [response.status, code]
}

const FORBIDDEN = [403, 'FORBIDDEN']

/** contract/01-changes#reads-for-a-console */
test.group('the doors of a suspended org that ask for no account', (group) => {
  group.setup(() => {
    config.domain = SHOP_DOMAIN
    return () => (config.domain = undefined)
  })

  test('its storefront shows nothing', async ({ assert }) => {
    const { merchant, host, storefront } = await createShop()
    const { id } = await createListing(merchant)
    await suspend(merchant.orgId)
    const paths = [
      `/v1/storefront?hostname=${host}`,
      `/v1/storefront/tls?domain=${host}`,
      `/v1/storefront/${storefront.id}/listings`,
      `/v1/storefront/${storefront.id}/listings/${id}`,
    ]
    for (const path of paths) assert.deepEqual(await answerOf(path), FORBIDDEN, path)
    await suspend(merchant.orgId, false)
    for (const path of paths) assert.deepEqual(await answerOf(path), [200, null], path)
  })

  test('its programs get no updates and no files, by old links neither', async ({ assert }) => {
    const publisher = await createPublisher()
    const { artifact } = await published(publisher, Buffer.from('a file'))
    const { orgId, productId } = publisher.merchant
    const [license] = await seedLicenses(publisher.merchant, 1)
    const headers = { 'x-license-key': license.key }
    const updates = `/v1/updates/${productId}`
    const paths = [
      ...['?version=0.1.0', '/tauri/any/any/0.1.0', '/appcast.xml', '/electron/latest.yml'],
      ...['/velopack/releases.win.json', `/artifacts/${artifact.id}`],
    ].map((path) => updates + path)
    paths.push(fileLink(artifact, license.id, ''))
    await suspend(orgId)
    for (const path of paths) {
      assert.deepEqual(await answerOf(path, headers), FORBIDDEN, path)
    }
    await suspend(orgId, false)
    for (const path of paths) {
      assert.notEqual((await answerOf(path, headers))[0], 403, path)
    }
  })

  test('its processors are told to come back later', async ({ assert }) => {
    const { merchant } = await createShop()
    const { id } = await connect(merchant)
    await suspend(merchant.orgId)
    const { status, body } = await tell(id, 'hello', {})
    assert.deepEqual([status, body.error.code], FORBIDDEN)
    await suspend(merchant.orgId, false)
    const text = JSON.stringify({ type: 'hello', id: 'evt_1', data: {} })
    const again = await post(id, text, signedBy('standard', text, SECRET))
    assert.deepEqual(again.body.data, { received: true, duplicate: false })
  })
})
