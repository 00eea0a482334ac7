import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { askForCode, knock } from '#tests/testkit/doors'
import { createEndUser, openPortal } from '#tests/testkit/end_users'
import { mailsTo } from '#tests/testkit/mails'
import { createApiKey } from '#tests/testkit/merchant'
import { createShop, SHOP_DOMAIN } from '#tests/testkit/shops'

/** An org with a shop and an open portal, whose host name has this status. */
async function createOrg({ status = 'verified', purpose = 'hosting' } = {}) {
  const { merchant, host: slugHost } = await createShop()
  const { orgId } = merchant
  await openPortal(merchant, { returnUrls: ['https://site.example'] })
  const hostname = `help-${orgId}.example`
  await rows(
    db.connection(),
    `insert into org_domains (id, org_id, hostname, purpose, status, token, created_at, verified_at, checked_at)
     values (gen_random_uuid(), ?, ?, ?, ?, gen_random_uuid()::text, now(), now(), now())`,
    [orgId, hostname, purpose, status]
  )
  return { merchant, orgId, hostname, slugHost }
}

async function codeOf(orgId: string, returnUrl: string) {
  const body = { orgId, email: 'somebody@example.net', returnUrl }
  const answer = await knock('code', body)
  return (answer.body.error?.code ?? answer.status) as string | number
}

/** contract/09-end-users#92-getting-in: `returnUrl` must be under `returnUrls` or under one of the org's own hosts */
test.group('pages at the own hosts of an org', () => {
  test('get the link of a mail, of an exchange and of a merchant', async ({ assert }) => {
    const { merchant, orgId, hostname, slugHost } = await createOrg()
    const { id, email } = await createEndUser(merchant)
    const returnUrl = `https://${hostname}/portal?tab=1`
    const { token } = await askForCode(orgId, email, { returnUrl })
    assert.include((await mailsTo(email))[0].text, `${returnUrl}#token=${token}`)
    const { key: apiKey } = await createApiKey(merchant, ['end_user:write'])
    const path = `/v1/products/${merchant.productId}/end-users/exchange`
    const exchanged = await call('POST', path, { apiKey, body: { externalId: 'one', returnUrl } })
    assert.isTrue(exchanged.body.data.portalLink.url.startsWith(`${returnUrl}#token=`))
    const linked = await call('POST', `/v1/dashboard/orgs/${orgId}/end-users/${id}/portal-link`, {
      token: merchant.token,
      body: { returnUrl: `https://${slugHost}/` },
    })
    assert.isTrue(linked.body.data.portalLink.url.startsWith(`https://${slugHost}/#token=`))
  })

  test('are those over https, of hosts that it has proved and of nobody else', async ({ assert }) => {
    const [{ orgId, hostname, slugHost }, other] = [await createOrg(), await createOrg()]
    assert.equal(await codeOf(orgId, `https://${hostname.toUpperCase()}/portal`), 202)
    for (const page of [
      `http://${hostname}/portal`,
      `https://${hostname}:8443/portal`,
      `https://www.${hostname}/portal`,
      `https://${hostname}@evil.example/`,
      `https://${other.hostname}/portal`,
      `https://${other.slugHost}/`,
      `http://${slugHost}/`,
    ])
      assert.equal(await codeOf(orgId, page), 'VALIDATION_ERROR', page)
  })

  test('end with the proof')
    .with([
      { status: 'pending', purpose: 'hosting' },
      { status: 'lost', purpose: 'hosting' },
      { status: 'verified', purpose: 'email' },
    ])
    .run(async ({ assert }, domain) => {
      const { orgId, hostname } = await createOrg(domain)
      assert.equal(await codeOf(orgId, `https://${hostname}/portal`), 'VALIDATION_ERROR')
    })

  test('show its portal, and those of no other org', async ({ assert }) => {
    const { orgId, hostname, slugHost } = await createOrg()
    const at = async (host: string) => {
      const { body } = await call('GET', `/v1/enduser/portal?hostname=${host}`)
      return body.error?.code ?? body.data.portal.orgId
    }
    for (const host of [hostname, slugHost, `${slugHost.toUpperCase()}.`]) assert.equal(await at(host), orgId)
    for (const host of [SHOP_DOMAIN, `no-${slugHost}`, `a.${slugHost}`, `.${SHOP_DOMAIN}`])
      assert.equal(await at(host), 'ORG_NOT_FOUND', host)
  })
})
