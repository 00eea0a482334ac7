import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf, type Family } from '#tests/testkit/families'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant } from '#tests/testkit/merchant'

type Place = (family: Family, id: string) => [string, string, object]

/** Requests that accept a reason. */
const PLACES: Record<string, Place> = {
  'a single change': ({ license }, id) => ['POST', `${license(id)}/revoke`, {}],
  'a PATCH': ({ license }, id) => ['PATCH', license(id), { frozen: true }],
  'a reset': ({ license }, id) => ['POST', `${license(id)}/reset-ip`, {}],
  'a bulk change': ({ licenses }, id) => ['POST', `${licenses}/unrevoke`, { licenseIds: [id] }],
  'a bulk deletion': ({ licenses }, id) => ['DELETE', licenses, { licenseIds: [id] }],
  'an entry of a blacklist': ({ blacklist }) => ['POST', blacklist, { type: 'HWID', value: 'x' }],
}

for (const name of FAMILIES) {
  test.group(`${name}: reasons`, () => {
    test('{$self}: 1 to 1,000 characters, trimmed')
      .with(Object.keys(PLACES))
      .run(async ({ assert }, place) => {
        const merchant = await createMerchant()
        const family = await familyOf(name, merchant)
        const [{ id }] = await seedLicenses(merchant, 1)
        const [method, path, body] = PLACES[place](family, id)
        const { headers } = family
        for (const reason of ['', '   ', 'x'.repeat(1001), 5]) {
          const refused = await call(method, path, { headers, body: { ...body, reason } })
          assert.equal(refused.status, 400, JSON.stringify(reason))
          assert.equal(refused.body.error.details![0].field, 'reason')
        }
        const longest = await call(method, path, {
          headers,
          body: { ...body, reason: `  ${'x'.repeat(1000)}\n` },
        })
        assert.isBelow(longest.status, 300)
        const events = await call('GET', `${family.license(id)}/events`, { headers })
        const { operation, entry } = longest.body.data
        const kept = operation?.params.reason ?? entry?.reason ?? events.body.data.events[0].reason
        if (place !== 'a reset') assert.equal(kept, 'x'.repeat(1000))
      })
  })
}
