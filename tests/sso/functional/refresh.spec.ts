import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { rows } from '#kernel/database/sql'
import RefreshConnections from '#sso/actions/refresh_connections'
import SsoRefreshJob from '#sso/jobs/sso_refresh_job'
import { call } from '#tests/testkit/api'
import { auditTrail } from '#tests/testkit/audit'
import { startLyingProvider } from '#tests/testkit/lying_provider'
import { mailsTo } from '#tests/testkit/mails'
import type { Merchant } from '#tests/testkit/merchant'
import { metadataWith, startMetadataServer } from '#tests/testkit/metadata_server'
import { createOidcOrg, openLoopback } from '#tests/testkit/oidc_sso'
import { CERTIFICATES, IDP, signed, unsignedAnswer } from '#tests/testkit/saml_idp'
import { begin, createColleague, createSamlOrg, post, ssoPath } from '#tests/testkit/sso'
import { until } from '#tests/testkit/wait'

const [HOUR, DAY] = [3600 * 1000, 24 * 3600 * 1000]

async function refresh(later: number) {
  const refreshes = await app.container.make(RefreshConnections)
  return refreshes.execute(undefined, Date.now() + later)
}

const shown = async (merchant: Merchant) =>
  (await call('GET', ssoPath(merchant), { token: merchant.token })).body.data.connection

async function eventsOf(orgId: string) {
  const sql = `select name, data from outbox_events where org_id = ? and name like 'sso.%' order by id`
  return rows<{ name: string; data: Record<string, string> }>(db.connection(), sql, [orgId])
}

/** Disables the connections of other tests, which would be refreshed as well. */
const alone = () => rows(db.connection(), `update sso_connections set enabled = false`)

/** contract/13-sso#131-setup-owner */
test.group('providers are read again', (group) => {
  let server: Awaited<ReturnType<typeof startMetadataServer>>
  group.setup(() => openLoopback())
  group.each.setup(async () => {
    await alone()
    server = await startMetadataServer(metadataWith(['idp']))
    return () => server.close()
  })
  const createOrg = () => createSamlOrg({ saml: { metadataUrl: server.url } })

  test('once a day, so that a certificate is rolled over without an outage', async ({ assert }) => {
    const { merchant, domain, sp } = await createOrg()
    const { email } = await createColleague(merchant, domain)
    const works = async (key: 'idp' | 'next') => {
      const { requestId } = await begin(domain)
      return (await post(sp.acsUrl, signed(unsignedAnswer({ email, requestId, sp }), key))).error === null
    }
    const asked = server.page.asked
    await refresh(DAY - HOUR)
    assert.equal(server.page.asked, asked)
    assert.deepEqual([await works('idp'), await works('next')], [true, false])
    server.page.xml = metadataWith(['idp', 'next'])
    await Promise.all([refresh(DAY), refresh(DAY)])
    assert.deepEqual([await works('idp'), await works('next')], [true, true])
    server.page.xml = metadataWith(['next'])
    await refresh(2 * DAY)
    await refresh(2 * DAY + HOUR)
    assert.deepEqual([await works('idp'), await works('next')], [false, true])
    const { id, certificates, warnings } = await shown(merchant)
    assert.deepEqual([certificates.length, warnings], [1, []])
    const updated = { name: 'sso.updated', data: { connectionId: id } }
    assert.deepEqual(await eventsOf(merchant.orgId), [updated, updated, updated])
    const trail = (await auditTrail(merchant)).filter(({ action }) => action === 'sso.refreshed')
    assert.lengthOf(trail, 2)
    assert.deepEqual(trail[0].data, { certificates: [certificates[0].fingerprint] })
  })

  test('and go on with what they had where that fails, with a warning', async ({ assert }) => {
    const { merchant } = await createOrg()
    const before = await shown(merchant)
    let later = DAY
    const wrong: [RegExp, Partial<typeof server.page>][] = [
      [/answers 500/, { status: 500 }],
      [/redirects/, { status: 302, location: 'http://169.254.169.254/' }],
      [/not the metadata/, { xml: '<x/>' }],
      [/another provider/, { xml: metadataWith(['idp'], { ...IDP, entityId: 'https://x.example' }) }],
      [/no certificate/, { xml: metadataWith([]) }],
      [/http or https/, { xml: metadataWith(['idp'], { ...IDP, ssoUrl: 'javascript:alert(1)//' }) }],
      [/http or https/, { xml: metadataWith(['idp'], { ...IDP, ssoUrl: '/sso' }) }],
      [/XML forbids/, { xml: metadataWith(['idp'], { ...IDP, ssoUrl: `${IDP.ssoUrl}?x=&#0;` }) }],
      [/XML forbids/, { xml: metadataWith(['idp'], { ...IDP, ssoUrl: `${IDP.ssoUrl}?x=&#xD800;` }) }],
      [/XML forbids/, { xml: metadataWith(['idp'], { ...IDP, entityId: `${IDP.entityId}&#0;` }) }],
      [/2048 bits/, { xml: metadataWith(['idp', 'weak']) }],
      [/one X.509 certificate/, { xml: metadataWith(['keyless']) }],
      [/one X.509 certificate/, { xml: metadataWith(['idp', 'dateless']) }],
      [/larger than 1 MiB/, { xml: ' '.repeat(1_100_000) }],
    ]
    for (const [why, page] of wrong) {
      Object.assign(server.page, { status: 200, location: null, ...page })
      await refresh(later)
      const { warnings, updatedAt, ...rest } = await shown(merchant)
      assert.match(warnings.join(), why)
      assert.containSubset(rest, { saml: before.saml, certificates: before.certificates })
      assert.equal(updatedAt, before.updatedAt)
      later += HOUR
    }
    Object.assign(server.page, { status: 200, xml: metadataWith(['idp']) })
    await refresh(later)
    assert.deepEqual(await shown(merchant), before)
    const asked = server.page.asked
    await refresh(later + HOUR)
    assert.equal(server.page.asked, asked)
    assert.lengthOf(await eventsOf(merchant.orgId), 1)
  })

  test('whatever becomes of one of them', async ({ assert }) => {
    const [held, other] = [await createOrg(), await createOrg()]
    server.page.xml = metadataWith(['next'])
    const before = await shown(held.merchant)
    await db.transaction(async (trx) => {
      await rows(trx, `set local idle_in_transaction_session_timeout = '30s'`)
      await rows(trx, `select id from sso_connections where org_id = ? for update`, [held.merchant.orgId])
      await refresh(DAY).catch(() => {})
    })
    assert.notDeepEqual((await shown(other.merchant)).certificates, before.certificates)
    assert.deepEqual(await shown(held.merchant), before)
    await refresh(DAY)
    assert.notDeepEqual((await shown(held.merchant)).certificates, before.certificates)
  }).timeout(30_000)

  test('however many of them cannot be written, and the ends of certificates are announced', async ({
    assert,
  }) => {
    const org = await createOrg()
    const many: Awaited<ReturnType<typeof createOrg>>[] = []
    for (let made = 0; made < 20; made++) many.push(await createOrg())
    const ends = `update sso_certificates set not_after = now() + interval '20 days' where connection_id = ?`
    await rows(db.connection(), ends, [org.connection.id])
    server.page.xml = metadataWith(['next'])
    const before = await shown(org.merchant)
    // A constraint that only these connections violate simulates any reason why rows cannot be written.
    const ids = many.map(({ connection }) => `'${connection.id}'`).join()
    const broken = `check (refreshed_at is null or id not in (${ids}))`
    await rows(db.connection(), `alter table sso_connections add constraint unwritable ${broken}`)
    try {
      // The connections that cannot be written come first.
      const last = `update sso_connections set refreshed_at = now() - interval '1 s' where id = ?`
      await rows(db.connection(), last, [org.connection.id])
      assert.deepEqual(await refresh(DAY), { finished: true })
    } finally {
      await rows(db.connection(), `alter table sso_connections drop constraint unwritable`)
    }
    assert.notDeepEqual((await shown(org.merchant)).certificates, before.certificates)
    const told = (await eventsOf(org.merchant.orgId)).map(({ name }) => name)
    assert.include(told, 'sso.certificate_expiring')
  }).timeout(30_000)

  test('those of OpenID Connect too, whose keys are their own', async ({ assert, cleanup }) => {
    const provider = await startLyingProvider()
    cleanup(() => provider.close())
    const { merchant } = await createOidcOrg(provider.oidc)
    provider.lies.answers['/keys'] = { status: 503 }
    await refresh(DAY)
    assert.match((await shown(merchant)).warnings[0], /does not publish the keys/)
    provider.lies.answers = {}
    await refresh(DAY + HOUR)
    assert.deepEqual((await shown(merchant)).warnings, [])
  })

  test('what was saved meanwhile is left alone', async ({ assert }) => {
    const { merchant } = await createOrg()
    server.page.xml = metadataWith(['next'])
    const { token } = merchant
    const saml = { ...IDP, certificates: [CERTIFICATES.idp] }
    const before = server.page.asked
    // The PUT comes between the answer of the provider and the write of it.
    await db.transaction(async (trx) => {
      await rows(trx, `select id from sso_connections where org_id = ? for update`, [merchant.orgId])
      const running = refresh(DAY)
      await until('the provider is asked', () => server.page.asked > before)
      await rows(
        trx,
        `update sso_connections set updated_at = updated_at + interval '1 s' where org_id = ?`,
        [merchant.orgId]
      )
      await trx.commit()
      await running
    })
    const { certificates } = await shown(merchant)
    assert.lengthOf(certificates, 1)
    const put = await call('PUT', ssoPath(merchant), { token, body: { type: 'saml', saml } })
    assert.equal(put.body.data.connection.certificates[0].fingerprint, certificates[0].fingerprint)
  })

  test('the end of a certificate is announced once, 30 days before', async ({ assert }) => {
    const { merchant, connection, body } = await createSamlOrg()
    const owner = await createColleague(merchant, 'elsewhere.example', 'OWNER')
    const ends = (days: number) =>
      rows(db.connection(), `update sso_certificates set not_after = ? where connection_id = ?`, [
        new Date(Date.now() + days * DAY),
        connection.id,
      ])
    const told = async () =>
      (await eventsOf(merchant.orgId)).filter(({ name }) => name === 'sso.certificate_expiring')
    for (const days of [-1, 31]) {
      await ends(days)
      await refresh(0)
    }
    assert.lengthOf(await told(), 0)
    await ends(29)
    await Promise.all([refresh(0), refresh(0)])
    await call('PUT', ssoPath(merchant), { token: merchant.token, body })
    const { signal } = new AbortController()
    assert.isUndefined(await (await app.container.make(SsoRefreshJob)).handle({}, { signal }))
    const [{ data }, ...more] = await told()
    assert.lengthOf(more, 0)
    const { fingerprint, notAfter } = (await shown(merchant)).certificates[0]
    assert.deepEqual(data, { connectionId: connection.id, fingerprint, expiresAt: notAfter })
    for (const { email } of [merchant, owner]) {
      const mails = (await mailsTo(email)).filter(({ subject }) => subject.includes('certificate'))
      assert.lengthOf(mails, 1)
      assert.include(mails[0].text, fingerprint)
    }
  })
})
