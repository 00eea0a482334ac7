import { test } from '@japa/runner'
import ListItems from '#operations/queries/list_items'
import { call } from '#tests/testkit/api'
import { seedLicenses } from '#tests/testkit/licenses'
import { createMerchant, type Merchant } from '#tests/testkit/merchant'
import { runToEnd } from '#tests/testkit/operations'
import { createTier, declareFeatures } from '#tests/testkit/tiers'
import { postImport } from '#tests/testkit/upload'

/** Imports a CSV text that may change licenses, and waits for the end. */
async function update(merchant: Merchant, csv: string, more = '') {
  const query = `productId=${merchant.productId}&onConflict=update${more}`
  const started = await postImport(merchant, csv, 'text/csv', { query })
  return runToEnd(started.body.data.operation.id)
}

async function newestEvents({ token }: Merchant, id: string) {
  const path = `/v1/dashboard/licenses/${id}/events`
  return (await call('GET', path, { token })).body.data.events as { type: string; data: object }[]
}

/** contract#import */
test.group('import that updates attributes', () => {
  test('the timeline keeps the values before it', async ({ assert }) => {
    const merchant = await createMerchant()
    const had = { maxHwidResets: 1, metadata: { plan: 'silver' }, policyOverride: { hwidLimit: 2 } }
    const [one] = await seedLicenses(merchant, 1, had)
    const csv = [
      'key,status,expirationMode,expiresAt,maxHwidResets,metadata.plan,policyOverride',
      `${one.key},REVOKED,fixed,2099-01-01,7,gold,"{""hwidLimit"":5}"`,
    ].join('\n')
    await update(merchant, csv)
    const [revoked, updated] = await newestEvents(merchant, one.id)
    assert.containSubset(updated, { type: 'license.updated' })
    const before = { expirationMode: 'never', expiresAt: null, ...had }
    assert.deepEqual(updated.data, { before })
    assert.deepEqual(revoked.data, { before: { status: 'ACTIVE' } })
  })

  test('own features and those of the tier must fit together: {0}')
    .with([['a new tier'], ['other features']] as const)
    .run(async ({ assert }, [what]) => {
      const merchant = await createMerchant()
      await declareFeatures(
        merchant,
        ['a', 'b'].map((name) => ({ name, type: 'string' }))
      )
      const big = await createTier(merchant, { code: 'big', features: { a: 'x'.repeat(8000) } })
      const small = { b: 'y' }
      const full = { b: 'y'.repeat(400) }
      const isTier = what === 'a new tier'
      const [fits, not] = await seedLicenses(merchant, 2, () => ({ tierId: isTier ? null : big.id }))
      const value = (features: object) =>
        isTier ? 'big' : `"${JSON.stringify(features).replaceAll('"', '""')}"`
      if (isTier) {
        for (const [{ id }, features] of [
          [fits, small],
          [not, full],
        ] as const) {
          await call('PATCH', `/v1/dashboard/licenses/${id}`, { token: merchant.token, body: { features } })
        }
      }
      const csv = `key,${isTier ? 'tier' : 'features'}\n${fits.key},${value(small)}\n${not.key},${value(full)}\n`
      for (const more of ['&dryRun=true', '']) {
        const done = await update(merchant, csv, more)
        assert.containSubset(done, { succeeded: 1, failed: 1, result: { failedBy: { VALIDATION_ERROR: 1 } } })
      }
    })

  test('a row may repeat a feature that its product has withdrawn', async ({ assert }) => {
    const merchant = await createMerchant()
    await declareFeatures(merchant, [
      { name: 'seats', type: 'integer' },
      { name: 'old', type: 'boolean' },
    ])
    const [one, two] = await seedLicenses(merchant, 2, { features: { seats: 3, old: true } })
    const body = { features: [{ name: 'seats', type: 'integer' }], confirm: true }
    await call('PATCH', `/v1/dashboard/products/${merchant.productId}`, { token: merchant.token, body })
    const same = '"{""old"":true,""seats"":3}"'
    const other = '"{""old"":true,""seats"":4}"'
    const csv = `key,features,maxHwidResets\n${one.key},${same},9\n${two.key},${other},9\nNEW-1,${same},9\n`
    const done = await update(merchant, csv)
    assert.containSubset(done, { succeeded: 1, failed: 2, result: { failedBy: { VALIDATION_ERROR: 2 } } })
  })

  test('a new license never begins with terms of its tier that have passed', async ({ assert }) => {
    const merchant = await createMerchant()
    const terms = { expirationMode: 'fixed', expiresAt: Date.now() - 1000 } as const
    await createTier(merchant, { code: 'over', terms })
    const done = await update(merchant, 'key,tier,status\nNEW-1,over,\nNEW-2,over,EXPIRED\n')
    assert.containSubset(done, { succeeded: 1, failed: 1, result: { failedBy: { VALIDATION_ERROR: 1 } } })
  })
})

/** Members of rows with a text that Postgres cannot hold. */
const UNSTORABLE = [
  String.raw`"policyOverride":{"a\u0000":1}`,
  String.raw`"policyOverride":{"hwidMode":"\u0000"}`,
  String.raw`"features":{"a\u0000":true}`,
  String.raw`"features":{"region":"\u0000"}`,
  String.raw`"features":{"region":"\ud83d"}`,
  String.raw`"tier":"pro\u0000"`,
]

/** contract#import */
test.group('import of texts that the database cannot hold', () => {
  async function stage() {
    const merchant = await createMerchant()
    await declareFeatures(merchant, [{ name: 'region', type: 'string' }])
    await createTier(merchant, { code: 'pro' })
    const send = async (body: string, type: string, more = '') => {
      const query = `productId=${merchant.productId}${more}`
      const started = await postImport(merchant, body, type, { query })
      const operation = await runToEnd(started.body.data.operation.id)
      const { items } = await new ListItems().execute(operation.id, { limit: 20 })
      return { operation, items: items.map(({ line, code, message }) => [line, code, message]) }
    }
    return { merchant, send }
  }

  const refused = (line: number, field: string) => [
    line,
    'VALIDATION_ERROR',
    `${field} contains text that cannot be stored (NUL or half a character)`,
  ]

  test('each fails its own row: JSON, {$self}')
    .with(['fail', 'update'])
    .run(async ({ assert }, onConflict) => {
      const { merchant, send } = await stage()
      const good = '"tier":"pro","features":{"region":"eu"}'
      const members = [good, ...UNSTORABLE, good]
      const keys = members.map((_, at) => `TEXT-${at}`)
      if (onConflict === 'update') for (const key of keys) await seedLicenses(merchant, 1, { key })
      const lines = members.map((text, at) => `{"key":"${keys[at]}",${text}}`)
      const { operation, items } = await send(
        lines.join('\n'),
        'application/x-ndjson',
        `&onConflict=${onConflict}`
      )
      assert.containSubset(operation, { status: 'completed', succeeded: 2, failed: UNSTORABLE.length })
      const fields = UNSTORABLE.map((text) => text.split('"')[1])
      assert.deepEqual(
        items,
        fields.map((field, at) => refused(2 + at, field))
      )
    })

  test('each fails its own row: JSON in cells of a CSV file, however deep it nests', async ({ assert }) => {
    const { send } = await stage()
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    const values = ['"eu"', String.raw`"\u0000"`, deep, String.raw`"\udc00"`]
    const lines = values.map((value, at) => `CELL-${at},"{""region"":${value.replaceAll('"', '""')}}"`)
    const { operation, items } = await send(['key,features', ...lines].join('\n'), 'text/csv')
    assert.containSubset(operation, { status: 'completed', succeeded: 1, failed: 3 })
    assert.sameDeepMembers(items, [
      refused(3, 'features'),
      [4, 'VALIDATION_ERROR', 'features has more than 20000 values'],
      refused(5, 'features'),
    ])
  })
})
