import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

/** Names that every object has. They are unknown parameters like any other. */
const OF_EVERY_OBJECT = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf']

/** Names that the parser of query strings drops, or reads as another. */
const UNREADABLE = ['__proto__', '__proto__[status]', '%5F_proto__', '', '[status]', '%5Bstatus%5D']

for (const name of FAMILIES) {
  test.group(`${name}: the names of query parameters`, (group) => {
    let family: Awaited<ReturnType<typeof familyOf>>
    let ids: string[]
    group.setup(async () => {
      const merchant = await createMerchant()
      ids = (await seedLicenses(merchant, 2)).map(({ id }) => id)
      family = await familyOf(name, merchant, ['license:read', 'license:revoke'])
    })

    async function codeOf(method: 'GET' | 'POST', query: string, path = '') {
      const { licenses: url, headers } = family
      const body = method === 'POST' ? { licenseIds: ids } : undefined
      const answer = await call(method, `${url}${path}?${query}`, { headers, body })
      return [answer.status, answer.body.error?.code, answer.body.error?.details?.[0]?.field]
    }

    test('{$self} is an unknown one, alone and below a known one')
      .with(OF_EVERY_OBJECT)
      .run(async ({ assert }, unknown) => {
        assert.deepEqual(await codeOf('GET', `${unknown}=1`), [400, 'VALIDATION_ERROR', unknown])
        assert.deepEqual(await codeOf('GET', `status[${unknown}]=REVOKED`), [
          400,
          'VALIDATION_ERROR',
          'status',
        ])
        assert.deepEqual(await codeOf('POST', `dryRun[${unknown}]=true`, '/revoke'), [
          ...[400, 'VALIDATION_ERROR'],
          'dryRun',
        ])
      })

    test('"{$self}" cannot be read')
      .with(UNREADABLE)
      .run(async ({ assert }, unreadable) => {
        assert.deepEqual(await codeOf('GET', `${unreadable}=REVOKED`), [400, 'BAD_REQUEST', undefined])
      })

    test('one below __proto__ is not taken for the change itself', async ({ assert }) => {
      assert.deepEqual(await codeOf('POST', 'dryRun[__proto__]=true', '/revoke'), [
        400,
        'BAD_REQUEST',
        undefined,
      ])
      const { licenses: url, headers } = family
      const { body } = await call('GET', `${url}?status=REVOKED`, { headers })
      assert.equal(body.data.pagination.total, 0)
    })

    test('empty parts between and behind them mean nothing', async ({ assert }) => {
      assert.equal((await codeOf('GET', '&&status=ACTIVE&'))[0], 200)
    })
  })
}
