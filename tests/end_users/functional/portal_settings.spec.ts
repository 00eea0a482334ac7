import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { DEFAULT_PORTAL } from '#end_users/rules/portal'
import { rows } from '#kernel/database/sql'
import { call } from '#tests/testkit/api'
import { createMerchant } from '#tests/testkit/merchant'

/** contract/09-end-users#91-settings */
test.group('the settings of a portal', () => {
  test('begin switched off; a change keeps what it leaves out, down to single doors', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const path = `/v1/dashboard/orgs/${orgId}/portal`
    assert.deepEqual((await call('GET', path, { token })).body.data.portal, DEFAULT_PORTAL)
    const first = { enabled: true, signIn: { password: true }, branding: { name: 'Acme' } }
    assert.equal((await call('PATCH', path, { token, body: first })).status, 200)
    const second = { signIn: { code: false }, selfReset: { ip: false }, sessionDays: 90 }
    const { body } = await call('PATCH', path, { token, body: second })
    const expected = {
      ...DEFAULT_PORTAL,
      enabled: true,
      signIn: { code: false, password: true, licenseKey: false, exchange: true },
      selfReset: { hwid: true, ip: false },
      sessionDays: 90,
      branding: { name: 'Acme' },
    }
    assert.deepEqual(body.data.portal, expected)
    assert.deepEqual((await call('GET', path, { token })).body.data.portal, expected)
    const audit = await rows<{ data: unknown }>(
      db.connection(),
      `select data from audit_entries where org_id = ? and action = 'portal.updated' order by id`,
      [orgId]
    )
    assert.deepEqual(audit.at(-1)!.data, { fields: ['signIn', 'selfReset', 'sessionDays'] })
  })

  test('simultaneous changes lose nothing of each other', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const path = `/v1/dashboard/orgs/${orgId}/portal`
    const changes = [{ enabled: true }, { showKeys: false }, { tickets: false }, { erasure: 'self' }]
    await Promise.all(changes.map((body) => call('PATCH', path, { token, body })))
    const { portal } = (await call('GET', path, { token })).body.data
    assert.containSubset(portal, Object.assign({}, ...changes))
  })

  test('refuse unknown fields and bad values, and change nothing then')
    .with([
      { body: { enabled: 'true' }, field: 'enabled' },
      { body: { enabeld: true }, field: 'enabeld' },
      { body: { signIn: { cod: true } }, field: 'signIn.cod' },
      { body: { signIn: { code: 1 } }, field: 'signIn.code' },
      { body: { registration: 'anybody' }, field: 'registration' },
      { body: { sessionDays: 0 }, field: 'sessionDays' },
      { body: { sessionDays: 91 }, field: 'sessionDays' },
      { body: { sessionDays: 1.5 }, field: 'sessionDays' },
      { body: { returnUrls: ['http://example.com'] }, field: 'returnUrls.0' },
      { body: { returnUrls: ['https://example.com/path'] }, field: 'returnUrls.0' },
      { body: { returnUrls: ['https://example.com', 'https://*.example.com'] }, field: 'returnUrls.1' },
      { body: { returnUrls: Array(21).fill('https://example.com') }, field: 'returnUrls' },
      { body: { branding: { accentColor: 'red' } }, field: 'branding.accentColor' },
      { body: { branding: { logoUrl: 'http://example.com/a.png' } }, field: 'branding.logoUrl' },
      { body: { branding: { termsUrl: 'javascript:alert(1)' } }, field: 'branding.termsUrl' },
      { body: { branding: { supportEmail: 'nobody' } }, field: 'branding.supportEmail' },
    ])
    .run(async ({ assert }, { body, field }) => {
      const { orgId, token } = await createMerchant()
      const path = `/v1/dashboard/orgs/${orgId}/portal`
      const answer = await call('PATCH', path, { token, body: { ...body } })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details![0].field, field)
      assert.deepEqual((await call('GET', path, { token })).body.data.portal, DEFAULT_PORTAL)
    })

  test('take loopback pages outside production, and hosts of every kind', async ({ assert }) => {
    const { orgId, token } = await createMerchant()
    const returnUrls = [
      ...['https://example.com', 'http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:8080'],
      ...['https://xn--bcher-kva.example:8443', 'https://my_shop.example', 'https://intranet'],
    ]
    const answer = await call('PATCH', `/v1/dashboard/orgs/${orgId}/portal`, { token, body: { returnUrls } })
    assert.deepEqual(answer.body.data.portal.returnUrls, returnUrls)
  })
})
