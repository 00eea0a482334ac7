import { test } from '@japa/runner'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

const RIGHTS = {
  updatesUntil: '2030-01-01T00:00:00.000Z',
  maxVersion: '<3.0.0',
  channels: ['stable', 'beta'],
}
const NONE = { updatesUntil: null, maxVersion: null, channels: null }

/** Invalid values, each with the field that the refusal names. */
const WRONG: [Record<string, unknown>, string][] = [
  [{ updatesUntil: 'next year' }, 'updatesUntil'],
  [{ updatesUntil: 1893456000000 }, 'updatesUntil'],
  [{ maxVersion: '' }, 'maxVersion'],
  [{ maxVersion: 'the newest' }, 'maxVersion'],
  [{ maxVersion: '=2.0.0' }, 'maxVersion'],
  [{ maxVersion: '<3.0.0\n' + '||2'.repeat(2) }, 'maxVersion'],
  [{ maxVersion: `<${'3'.repeat(300)}` }, 'maxVersion'],
  [{ maxVersion: 3 }, 'maxVersion'],
  [{ channels: [] }, 'channels'],
  [{ channels: ['nightly'] }, 'channels.0'],
  [{ channels: ['beta', 'beta'] }, 'channels.1'],
  [{ channels: 'beta' }, 'channels'],
]

for (const family of FAMILIES) {
  test.group(`${family}: update rights of a license`, () => {
    test('are given at creation and by PATCH, shown, and told', async ({ client, assert }) => {
      const merchant = await createMerchant()
      const { licenses, license, headers } = await familyOf(family, merchant)
      const { productId } = merchant
      const made = await client
        .post(licenses)
        .headers(headers)
        .json({ productId, count: 2, ...RIGHTS })
      made.assertStatus(201)
      const [{ id }] = made.body().data.licenses
      const read = async () => (await client.get(license(id)).headers(headers)).body().data.license
      assert.containSubset(await read(), RIGHTS)

      const patch = (body: object) => client.patch(license(id)).headers(headers).json(body)
      // Fields that already have the requested value are ignored.
      assert.equal((await patch({ ...RIGHTS, maxVersion: ' <3.0.0 ' })).body().data.license.revision, 1)
      const changed = await patch({ updatesUntil: '2031-06-01', maxVersion: null })
      assert.containSubset(changed.body().data.license, {
        ...{ updatesUntil: '2031-06-01T00:00:00.000Z', maxVersion: null, channels: RIGHTS.channels },
        revision: 2,
      })
      assert.containSubset((await patch(NONE)).body().data.license, NONE)
      const told = (await outgoingEvents(merchant)).filter(({ name }) => name === 'license.updated')
      assert.deepEqual(
        told.map(({ data }) => data.fields),
        [
          ['updatesUntil', 'maxVersion'],
          ['updatesUntil', 'channels'],
        ]
      )
      const events = await client.get(`/v1/dashboard/licenses/${id}/events`).bearerToken(merchant.token)
      assert.deepEqual(events.body().data.events[1].data.before, {
        updatesUntil: RIGHTS.updatesUntil,
        maxVersion: RIGHTS.maxVersion,
      })
    })

    test('refuses {0}')
      .with(WRONG.map(([body, field]) => [JSON.stringify(body).slice(0, 60), body, field] as const))
      .run(async ({ client, assert }, [, body, field]) => {
        const merchant = await createMerchant()
        const { licenses, license, headers } = await familyOf(family, merchant)
        const [{ id }] = await seedLicenses(merchant, 1)
        for (const answer of [
          await client
            .post(licenses)
            .headers(headers)
            .json({ productId: merchant.productId, ...body }),
          await client.patch(license(id)).headers(headers).json(body),
          await client
            .post(`${licenses}/set-updates`)
            .headers(headers)
            .json({ filter: {}, ...body }),
        ]) {
          answer.assertStatus(400)
          const { code, details } = answer.body().error
          assert.equal(code, 'VALIDATION_ERROR')
          assert.include(
            details.map((one: { field: string }) => one.field),
            field
          )
        }
      })
  })
}
