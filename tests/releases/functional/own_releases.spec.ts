import { test } from '@japa/runner'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { createEndUser, own, signIn } from '#tests/testkit/end_users'
import { seedLicenses } from '#tests/testkit/licenses'
import { createOwner } from '#tests/testkit/own_licenses'
import { distribute, publishRelease } from '#tests/testkit/published'

const FALLBACK = { expiredDownloads: 'released_before' } as const
const EXPIRED = { expirationMode: 'fixed', expiresAt: Date.UTC(2026, 0, 1) } as const

/** contract/12-releases#123-getting-it */
test.group("the releases of an end user's license", () => {
  test('are those that it may have, the newest version first, page by page', async ({ assert }) => {
    const { merchant, ask } = await createOwner()
    for (const version of ['1.9.0', '1.10.0', '1.2.0']) await publishRelease(merchant, version)
    await publishRelease(merchant, '2.0.0', { channel: 'beta' })
    await publishRelease(merchant, '2.1.0', { requires: ['export'] })
    const mac = [
      { filename: 'a.dmg', platform: 'darwin' },
      { filename: 'a.exe', platform: 'windows' },
    ]
    const { artifacts } = await publishRelease(merchant, '1.11.0', { notes: '*new*', files: mac })
    const { status, body } = await ask('GET', '/releases?limit=2')
    assert.equal(status, 200)
    const versions = (releases: { version: string }[]) => releases.map(({ version }) => version)
    assert.deepEqual(versions(body.data.releases), ['1.11.0', '1.10.0'])
    assert.equal(body.data.releases[0].notes, '*new*')
    const rest = await ask('GET', `/releases?limit=2&cursor=${body.data.nextCursor}`)
    assert.deepEqual(versions(rest.body.data.releases), ['1.9.0', '1.2.0'])
    assert.isNull(rest.body.data.nextCursor)
    const fitting = await ask('GET', '/releases?platform=mac&limit=1')
    const ids = (fitting.body.data.releases[0].artifacts as { id: string }[]).map(({ id }) => id)
    assert.deepEqual(ids, [artifacts[0].id])
    assert.equal((await ask('GET', '/releases?cursor=x')).body.error.code, 'INVALID_CURSOR')
    assert.equal((await ask('GET', '/releases?chanel=beta')).body.error.code, 'VALIDATION_ERROR')
  })

  test('have links to their files', async ({ assert }) => {
    const { merchant, ask } = await createOwner()
    const { artifacts } = await publishRelease(merchant, '1.0.0')
    const [{ id: artifactId, filename, sha256 }] = artifacts
    const { status, body } = await ask('POST', '/downloads', { artifactId })
    assert.equal(status, 201)
    const { url, expiresAt, ...download } = body.data.download
    assert.deepEqual(download, { filename, bytes: filename.length, sha256 })
    assert.include(url, `/v1/files/${artifactId}/${filename}?`)
    assert.closeTo(Date.parse(expiresAt), Date.now() + 3_600_000, 10_000)
    const beta = await publishRelease(merchant, '2.0.0', { channel: 'beta' })
    const refused = await ask('POST', '/downloads', { artifactId: beta.artifacts[0].id })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    const draft = await publishRelease(merchant, '3.0.0', { status: 'draft' })
    const other = await createOwner()
    const foreign = await publishRelease(other.merchant, '1.0.0')
    for (const id of [draft.artifacts[0].id, foreign.artifacts[0].id, newId()])
      assert.equal((await ask('POST', '/downloads', { artifactId: id })).body.error.code, 'NOT_FOUND')
    assert.equal((await ask('POST', '/downloads', {})).body.error.code, 'VALIDATION_ERROR')
  })

  test('have an Idempotency-Key that whoever signed in by another key may use too', async ({ assert }) => {
    const headers = { 'idempotency-key': newId() }
    const told: unknown[] = []
    for (let other = 0; other < 2; other++) {
      const { merchant } = await createOwner()
      const { artifacts } = await publishRelease(merchant, '1.0.0')
      const [nobodys] = await seedLicenses(merchant, 1)
      const { accessToken: token } = await signIn(
        { id: null, orgId: merchant.orgId },
        { door: 'licenseKey', licenseId: nobodys.id }
      )
      const body = { artifactId: artifacts[0].id }
      for (let time = 0; time < 2; time++) {
        const path = `/v1/enduser/licenses/${nobodys.id}/downloads`
        const answer = await call('POST', path, { token, body, headers })
        told.push([answer.body.error?.code ?? answer.status, answer.headers.get('idempotent-replayed')])
      }
    }
    const eachTwice = [
      [201, null],
      [201, 'true'],
    ]
    assert.deepEqual(told, [...eachTwice, ...eachTwice])
  })

  test('are not given again to whoever has the key of another license of the same owner', async ({
    assert,
  }) => {
    const { merchant, customer, license } = await createOwner()
    const { artifacts } = await publishRelease(merchant, '1.0.0')
    const [lent] = await seedLicenses(merchant, 1)
    await own(customer, lent.id)
    const { accessToken } = await signIn(customer, { door: 'licenseKey', licenseId: lent.id })
    const [headers, body] = [{ 'idempotency-key': newId() }, { artifactId: artifacts[0].id }]
    const download = (token: string, id: string) =>
      call('POST', `/v1/enduser/licenses/${id}/downloads`, { token, body, headers })
    assert.equal((await download(customer.token, license.id)).status, 201)
    const other = await download(accessToken, license.id)
    assert.equal(other.body.error?.code, 'LICENSE_NOT_FOUND')
    assert.equal((await download(accessToken, lent.id)).status, 201)
  })

  test("are of a license that is one's own and ACTIVE", async ({ assert }) => {
    const { merchant, customer, license, ask } = await createOwner()
    const { artifacts } = await publishRelease(merchant, '1.0.0')
    const body = { artifactId: artifacts[0].id }
    const told = async (id: string, token = customer.token) => {
      const at = `/v1/enduser/licenses/${id}`
      const answers = [
        await call('GET', `${at}/releases`, { token }),
        await call('POST', `${at}/downloads`, { token, body }),
      ]
      return answers.map((answer) => answer.body.error?.code ?? answer.status)
    }
    assert.deepEqual(await told(license.id), [200, 201])
    const [others, revoked] = await seedLicenses(merchant, 2)
    await own(await createEndUser(merchant), others.id)
    assert.deepEqual(await told(others.id), ['LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED'])
    const foreign = await createOwner()
    assert.deepEqual(await told(foreign.license.id), ['LICENSE_NOT_FOUND', 'LICENSE_NOT_FOUND'])
    assert.deepEqual(await told(newId()), ['LICENSE_NOT_FOUND', 'LICENSE_NOT_FOUND'])
    const byKey = await signIn(
      { id: null, orgId: merchant.orgId },
      { door: 'licenseKey', licenseId: revoked.id }
    )
    assert.deepEqual(await told(revoked.id, byKey.accessToken), [200, 201])
    assert.deepEqual(await told(license.id, byKey.accessToken), ['LICENSE_NOT_FOUND', 'LICENSE_NOT_FOUND'])
    const narrow = await signIn(customer, { productId: foreign.merchant.productId })
    assert.deepEqual(await told(license.id, narrow.accessToken), ['LICENSE_NOT_FOUND', 'LICENSE_NOT_FOUND'])
    await distribute(merchant, 'closed')
    assert.equal((await ask('GET', '/releases')).body.error.code, 'FORBIDDEN')
  })

  test('after its end are those that came out before, where the product says so', async ({ assert }) => {
    const before = new Date(EXPIRED.expiresAt - 1000)
    for (const policy of [{}, FALLBACK]) {
      const { merchant, ask } = await createOwner({ policy, state: EXPIRED })
      const old = await publishRelease(merchant, '1.0.0', { publishedAt: before })
      const young = await publishRelease(merchant, '2.0.0')
      const list = await ask('GET', '/releases')
      const links = []
      for (const { artifacts } of [old, young])
        links.push((await ask('POST', '/downloads', { artifactId: artifacts[0].id })).status)
      if (policy === FALLBACK) {
        assert.deepEqual(
          (list.body.data.releases as { version: string }[]).map(({ version }) => version),
          ['1.0.0']
        )
        assert.deepEqual(links, [201, 403])
      } else {
        assert.equal(list.body.error.code, 'LICENSE_INACTIVE')
        assert.deepEqual(links, [403, 403])
      }
    }
  })
})
