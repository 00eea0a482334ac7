import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { FAMILIES, familyOf } from '#tests/testkit/families'
import { createApiKey, createMerchant, type Merchant } from '#tests/testkit/merchant'
import { createEndpoint } from '#tests/testkit/webhooks'

/** A request that contains a date: the fields of its query or body. */
type Place = [method: string, path: string, fields: (moment: unknown) => object]
type Reached = { headers: Record<string, string>; places: Record<string, Place> }

const GOOD = ['2090-01-31', '2090-01-31T12:00:00Z', '2090-01-31T12:00:00.5+02:00']
const BAD = ['soon', '31.01.2090', '2090-02-30', '2090-01-31T12:00:00', '2090-01', ' ', '3788640000000']

const PLACES: Record<string, (merchant: Merchant) => Promise<Reached>> = {
  dashboard: async (merchant) => {
    const { headers, places } = await placesOf('dashboard', merchant)
    const { id } = await createEndpoint(merchant, { url: 'https://receiver.example/hook' })
    const replay = `/v1/dashboard/webhooks/products/${merchant.productId}/${id}/replay`
    return { headers, places: { ...places, 'a replay': ['POST', replay, (since) => ({ since })] } }
  },
  keyed: (merchant) => placesOf('keyed', merchant),
  secondary: async (merchant) => {
    const { key } = await createApiKey(merchant, ['license:read'])
    const list: Place = ['GET', '/api/licenses/list', (createdAfter) => ({ createdAfter })]
    return { headers: { authorization: `Bearer ${key}` }, places: { 'a list': list } }
  },
}

async function placesOf(name: (typeof FAMILIES)[number], merchant: Merchant): Promise<Reached> {
  const { licenses, analytics, headers } = await familyOf(name, merchant)
  const { productId } = merchant
  const bulk = (createdAfter: unknown) => ({ filter: { createdAfter }, dryRun: true })
  return {
    headers,
    places: {
      'a list': ['GET', licenses, (createdAfter) => ({ createdAfter })],
      'an export': ['GET', `${licenses}/export`, (expiresBefore) => ({ expiresBefore })],
      'a bulk filter': ['POST', `${licenses}/freeze`, bulk],
      'a new license': ['POST', licenses, (expiresAt) => ({ productId, expirationMode: 'fixed', expiresAt })],
      'a time series': [
        'GET',
        `${analytics}/timeseries`,
        (from) => ({ metric: 'created', from, to: '2090-02-02' }),
      ],
    },
  }
}

for (const [name, reach] of Object.entries(PLACES)) {
  test.group(`${name}: moments`, () => {
    test('a date or a time with an offset is taken everywhere, anything else nowhere', async ({ assert }) => {
      const { headers, places } = await reach(await createMerchant())
      for (const [place, [method, path, fields]] of Object.entries(places)) {
        const send = (moment: string) =>
          method === 'GET'
            ? call(method, `${path}?${new URLSearchParams(fields(moment) as Record<string, string>)}`, {
                headers,
              })
            : call(method, path, { headers, body: fields(moment) })
        for (const moment of GOOD) {
          const { status, body } = await send(moment)
          assert.isBelow(status, 300, `${place}: ${moment} ${JSON.stringify(body.error)}`)
        }
        for (const moment of BAD) {
          const { status, body } = await send(moment)
          assert.equal(status, 400, `${place}: ${moment}`)
          assert.equal(body.error.code, 'VALIDATION_ERROR', `${place}: ${moment}`)
        }
      }
    })
  })
}
