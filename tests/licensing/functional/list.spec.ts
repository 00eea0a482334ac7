import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import PatchLicense from '#licensing/actions/patch_license'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import CreateProduct from '#catalog/actions/create_product'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { makeLicense, makeLicenses, memberToken } from '#tests/testkit/made_licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'

type Listed = { id: string; key: string; createdAt: string }
const ids = (licenses: Listed[]) => licenses.map(({ id }) => id)
const url = (merchant: Merchant) => `/v1/dashboard/orgs/${merchant.orgId}/licenses`

for (const family of FAMILIES) {
  test.group(`${family}: list licenses`, () => {
    test('pages of the newest first, with an exact total', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const made = []
      for (let at = 0; at < 5; at++) made.push(await makeLicense(merchant, {}, Date.now() - 10_000 + at))
      const newest = made.map(({ id }) => id).reverse()
      const list = (query: Record<string, unknown>) => client.get(url).qs(query).headers(headers)
      const first = await list({ pageSize: 2 })
      first.assertStatus(200)
      assert.deepEqual(ids(first.body().data.licenses), newest.slice(0, 2))
      assert.deepEqual(first.body().data.pagination, { page: 1, pageSize: 2, total: 5, totalPages: 3 })
      assert.onlyProperties(first.body().data.licenses[0], [
        'id',
        'key',
        'productId',
        'status',
        'expiresAt',
        'expiresAfterDays',
        'activatedAt',
        'tier',
        'createdAt',
      ])
      const third = await list({ pageSize: 2, page: 3 })
      assert.deepEqual(ids(third.body().data.licenses), newest.slice(4))
      assert.isNull(third.body().data.nextCursor)
      const beyond = await list({ page: 1_000_000_000 })
      assert.deepEqual(beyond.body().data.licenses, [])
      const oldest = await list({ sort: 'createdAt' })
      assert.deepEqual(ids(oldest.body().data.licenses), newest.toReversed())
      assert.deepEqual(oldest.body().data.pagination, { page: 1, pageSize: 50, total: 5, totalPages: 1 })
    })

    test('cursors walk the whole list once, in both orders, through equal moments', async ({
      client,
      assert,
    }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const made = await makeLicenses(merchant, { count: 11 })
      for (const sort of ['createdAt', '-createdAt']) {
        const seen: string[] = []
        let cursor: string | null = ''
        for (let page = 1; cursor !== null; page++) {
          const response = await client.get(url).qs({ cursor, sort, pageSize: 4 }).headers(headers)
          response.assertStatus(200)
          assert.deepEqual(response.body().data.pagination, { page, pageSize: 4, total: 11, totalPages: 3 })
          seen.push(...ids(response.body().data.licenses))
          cursor = response.body().data.nextCursor
          assert.isBelow(page, 5)
        }
        assert.lengthOf(seen, 11)
        assert.sameMembers(
          seen,
          made.map(({ id }) => id)
        )
      }
    })

    test('every filter finds what it should and counts it', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const other = await new CreateProduct().execute({ orgId: merchant.orgId }, { name: 'Viewer' })
      const day = (n: number) => Date.parse('2026-01-01T00:00:00.000Z') + n * 86_400_000
      const plain = await makeLicense(merchant, { key: 'PLAIN_a1-XYZ' }, day(0))
      const frozen = await makeLicense(merchant, { key: 'FROZEN.b2' }, day(1))
      const revoked = await makeLicense(merchant, { key: 'REVOKED-c3' }, day(2))
      const foreign = await makeLicense(merchant, { key: 'OTHER-PRODUCT', productId: other.id }, day(3))
      const expiring = await makeLicense(
        merchant,
        { key: 'EXPIRING', expiresAt: Date.parse('2080-01-01T00:00:00Z') },
        day(4)
      )
      await new PatchLicense().execute(merchant.scope, frozen.id, { frozen: true })
      await new ChangeLicenseStatus().execute(merchant.scope, revoked.id, 'revoke')
      const iso = (at: number) => new Date(at).toISOString()
      const cases: [Record<string, unknown>, { id: string }[]][] = [
        [{ status: 'REVOKED' }, [revoked]],
        [{ status: 'ACTIVE', productId: merchant.productId }, [expiring, frozen, plain]],
        [{ status: 'SUSPENDED' }, []],
        [{ frozen: 'true' }, [frozen]],
        [{ frozen: 'false' }, [expiring, foreign, revoked, plain]],
        [{ search: 'oke' }, [revoked]],
        [{ search: 'EN.b' }, [frozen]],
        [{ search: 'b2' }, [frozen]],
        [{ search: 'N_' }, [plain]],
        [{ search: 'E' }, [expiring, foreign, revoked, frozen]],
        [{ search: '%' }, []],
        [{ search: '_a1' }, [plain]],
        [{ search: '___' }, []],
        [{ search: 'PLAIN\\' }, []],
        [{ search: "x' or 1=1" }, []],
        [{ search: '' }, [expiring, foreign, revoked, frozen, plain]],
        [{ createdAfter: iso(day(3)) }, [expiring]],
        [{ createdBefore: iso(day(1)) }, [plain]],
        [{ createdAfter: iso(day(0)), createdBefore: iso(day(2)) }, [frozen]],
        [{ expiresBefore: '2080-01-01T00:00:00.001Z' }, [expiring]],
        [{ expiresBefore: '2080-01-01T00:00:00.000Z' }, []],
      ]
      const ofOther: typeof cases = [other.id, other.id.toUpperCase()].map((id) => [
        { productId: id },
        [foreign],
      ])
      for (const [query, found] of family === 'keyed' ? cases : [...cases, ...ofOther]) {
        // A key does not see licenses of another product.
        const expected = family === 'keyed' ? found.filter((one) => one !== foreign) : found
        const response = await client.get(url).qs(query).headers(headers)
        response.assertStatus(200)
        const { licenses, pagination } = response.body().data
        assert.deepEqual(
          ids(licenses),
          expected.map(({ id }) => id),
          JSON.stringify(query)
        )
        assert.equal(pagination.total, expected.length, JSON.stringify(query))
      }
    })

    test('{0} is {1}')
      .with([
        [{ page: '0' }, 'VALIDATION_ERROR'],
        [{ page: 'x' }, 'VALIDATION_ERROR'],
        [{ page: '1.5' }, 'VALIDATION_ERROR'],
        [{ pageSize: '201' }, 'VALIDATION_ERROR'],
        [{ pageSize: '0' }, 'VALIDATION_ERROR'],
        [{ status: 'FROZEN' }, 'VALIDATION_ERROR'],
        [{ productId: 'editor' }, 'VALIDATION_ERROR'],
        [{ frozen: 'maybe' }, 'VALIDATION_ERROR'],
        [{ sort: 'key' }, 'VALIDATION_ERROR'],
        [{ createdAfter: 'yesterday' }, 'VALIDATION_ERROR'],
        [{ expiresBefore: '2030-02-30' }, 'VALIDATION_ERROR'],
        [{ search: 'x'.repeat(129) }, 'VALIDATION_ERROR'],
        [{ 'search[a]': 'x' }, 'VALIDATION_ERROR'],
        [{ cursor: 'nonsense' }, 'INVALID_CURSOR'],
        [{ cursor: 'a'.repeat(600) }, 'INVALID_CURSOR'],
        [{ cursor: ['a', 'b'] }, 'INVALID_CURSOR'],
        [
          { cursor: Buffer.from('["licenses","-createdAt",2,1,"no id"]').toString('base64url') },
          'INVALID_CURSOR',
        ],
        [
          {
            cursor: Buffer.from(
              '["licenses","createdAt",2,1,"0199a1b2-0000-7000-8000-000000000000"]'
            ).toString('base64url'),
          },
          'INVALID_CURSOR',
        ],
      ] as const)
      .run(async ({ client, assert }, [query, code]) => {
        const merchant = await createMerchant()
        const { licenses: url, headers } = await familyOf(family, merchant)
        const response = await client.get(url).qs(query).headers(headers)
        response.assertStatus(400)
        assert.equal(response.body().error.code, code)
      })

    test('a NUL byte in the search is BAD_REQUEST', async ({ client }) => {
      const merchant = await createMerchant()
      const { licenses: url, headers } = await familyOf(family, merchant)
      const response = await client.get(`${url}?search=a%00b`).headers(headers)
      response.assertStatus(400)
      response.assertBodyContains({ error: { code: 'BAD_REQUEST' } })
    })
  })
}

test.group('dashboard: list licenses, within reach', () => {
  test('a cursor leads past licenses that an import has made in 1970 and before', async ({
    client,
    assert,
  }) => {
    const merchant = await createMerchant()
    const moments = [-1000, 0, 0, 1000]
    await seedLicenses(merchant, moments.length, () => ({ createdAt: moments.pop()! }))
    const seen: string[] = []
    for (let cursor = ''; cursor !== null;) {
      const answer = await client.get(url(merchant)).qs({ cursor, pageSize: 1 }).bearerToken(merchant.token)
      answer.assertStatus(200)
      seen.push(...ids(answer.body().data.licenses))
      cursor = answer.body().data.nextCursor
    }
    assert.lengthOf(new Set(seen), 4)
  })

  test('a cursor of another org or product is INVALID_CURSOR; one whose license is gone works', async ({
    client,
    assert,
  }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const made = await makeLicenses(mine, { count: 3 })
    await makeLicenses(theirs, { count: 3 })
    const list = (merchant: Merchant, query: object) =>
      client
        .get(url(merchant))
        .qs({ pageSize: 1, ...query })
        .bearerToken(merchant.token)
    const first = (await list(mine, { cursor: '' })).body().data
    const ofProduct = (await list(mine, { cursor: '', productId: mine.productId })).body().data
    for (const [merchant, query] of [
      [theirs, { cursor: first.nextCursor }],
      [theirs, { cursor: ofProduct.nextCursor, productId: theirs.productId }],
    ] as const) {
      const response = await list(merchant, query)
      response.assertStatus(400)
      assert.equal(response.body().error.code, 'INVALID_CURSOR')
    }
    await rows(db.connection(), 'delete from licenses where id = ?', [first.licenses[0].id])
    const next = await list(mine, { cursor: first.nextCursor })
    next.assertStatus(200)
    assert.lengthOf(next.body().data.licenses, 1)
    assert.notEqual(next.body().data.licenses[0].id, first.licenses[0].id)
    assert.include(
      made.map(({ id }) => id),
      next.body().data.licenses[0].id
    )
  })

  test('nobody sees the licenses of another org', async ({ client, assert }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    await makeLicense(theirs)
    const forbidden = await client.get(url(theirs)).bearerToken(mine.token)
    forbidden.assertStatus(403)
    const filtered = await client.get(url(mine)).qs({ productId: theirs.productId }).bearerToken(mine.token)
    filtered.assertStatus(404)
    assert.equal(filtered.body().error.code, 'PRODUCT_NOT_FOUND')
    const viewer = await client.get(url(theirs)).bearerToken(await memberToken(theirs, 'VIEWER'))
    viewer.assertStatus(200)
  })
})
