import { randomBytes, randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { http } from '#config/app'
import { trustOf } from '#kernel/net/client_address'
import { newApiKey } from '#accounts/credentials/api_key_strings'
import { refusedLately } from '#kernel/limits/full_windows'
import { newId } from '#kernel/secrets/ids'
import { consume } from '#kernel/limits/rate_limits'
import { rows } from '#kernel/database/sql'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'
import { slowly } from '#tests/testkit/slow_body'
import { until } from '#tests/testkit/wait'
import { announce } from '#tests/testkit/unsent_body'
import { authorize, createVendor, seedLicense, stored, AUTHORIZE } from '#tests/testkit/runtime'
import { wrongBy } from '#tests/testkit/wrong_clock'

/** Makes the service trust the address that a test sends, so that each test has its own. */
function ownAddress(): Disposable & { headers: Record<string, string> } {
  const trusted = http.trustProxy
  http.trustProxy = trustOf('1')
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return {
    headers: { 'x-forwarded-for': address },
    [Symbol.dispose]: () => void (http.trustProxy = trusted),
  }
}

/** A text of more than 5,000 characters that no index of the database can compress. */
const longText = () => randomBytes(4000).toString('base64url')

/** Removes the table of keys while `work` runs, so that every lookup fails. */
async function withoutKeys(work: () => Promise<void>) {
  await rows(db.connection(), 'alter table api_keys rename to api_keys_away')
  try {
    await work()
  } finally {
    await rows(db.connection(), 'alter table api_keys_away rename to api_keys')
  }
}

test.group('what is refused costs little', () => {
  test('a refusal of less than a second ago is repeated without the store', async ({ assert }) => {
    const buckets = [
      { key: `t:${newId()}`, limit: 1 },
      { key: `t:${newId()}`, limit: 9 },
    ]
    await consume(buckets)
    assert.isNull(refusedLately(buckets), 'nobody was refused yet')
    const refused = await consume(buckets)
    assert.deepEqual(refusedLately(buckets), refused)
    assert.isNull(refusedLately(buckets, performance.now() + 1100), 'the store is asked again')
    assert.isNull(refusedLately([{ ...buckets[0], limit: 2 }, buckets[1]]), 'the limit was raised')
    assert.isNull(refusedLately([buckets[0], { key: `t:${newId()}`, limit: 9 }]), 'other windows')
    assert.isNull(refusedLately([{ ...buckets[0], limit: -1 }, buckets[1]]), 'no limit any more')
  })

  test('a refusal is not repeated for longer where the clock of the machine is set back', async ({
    assert,
    cleanup,
  }) => {
    const buckets = [{ key: `t:${newId()}`, limit: 1 }]
    for (let time = 0; time < 2; time++) await consume(buckets)
    assert.isNotNull(refusedLately(buckets))
    wrongBy(-3_600_000, cleanup)
    await until('the store is asked again', () => refusedLately(buckets) === null, 5000)
  })

  test('the body of a runtime call is not waited for when its window is full', async ({ assert }) => {
    using own = ownAddress()
    using _ = lowered({ ipPerMinute: 1 })
    const vendor = await createVendor()
    await authorize(vendor, 'NONE', {}, { headers: own.headers })
    assert.equal((await authorize(vendor, 'NONE', {}, { headers: own.headers })).status, 429)
    const headers = { ...own.headers, 'x-api-key': vendor.key }
    assert.equal((await announce('POST', AUTHORIZE, { headers, bytes: 200 })).code, 'RATE_LIMITED')
  })

  test('nor when the window of its product is full', async ({ assert }) => {
    using _ = lowered({ productPerMinute: 1 })
    const vendor = await createVendor()
    await authorize(vendor, 'NONE')
    assert.equal((await authorize(vendor, 'NONE')).status, 429)
    const headers = { 'x-api-key': vendor.key }
    assert.equal((await announce('POST', AUTHORIZE, { headers, bytes: 200 })).code, 'PRODUCT_RATE_LIMITED')
  })

  test('a body whose signature is wrong is not parsed', async ({ assert }) => {
    const vendor = await createVendor()
    const { parse } = JSON
    const seen: string[] = []
    JSON.parse = (text: string, ...more) => {
      seen.push(text)
      return parse(text, ...more)
    }
    try {
      await authorize(vendor, 'WELL-SIGNED')
      const refused = await authorize(vendor, 'BADLY-SIGNED', {}, { secret: 'wrong' })
      assert.equal(refused.body.error!.code, 'INVALID_SIGNATURE')
    } finally {
      JSON.parse = parse
    }
    assert.lengthOf(
      seen.filter((text) => text.includes('WELL-SIGNED')),
      1
    )
    assert.isEmpty(seen.filter((text) => text.includes('BADLY-SIGNED')))
  })

  test('an unknown key is not looked up again at once, and none for an address that is refused', async ({
    assert,
  }) => {
    using own = ownAddress()
    const whoami = async (key: string) =>
      (await fetch(`${BASE}/v1/whoami`, { headers: { ...own.headers, 'x-api-key': key } })).status
    const unknown = newApiKey()
    assert.equal(await whoami(unknown), 401)
    await withoutKeys(async () => {
      assert.equal(await whoami(unknown), 401)
      assert.equal(await whoami(newApiKey()), 500, 'this one is looked up')
    })
    using _ = lowered({ ipPerMinute: 1 })
    assert.equal(await whoami(unknown), 401, 'the one of this minute')
    assert.equal(await whoami(unknown), 429)
    await withoutKeys(async () => assert.equal(await whoami(newApiKey()), 429))
  })

  test('a made-up address that is as long as a header may be harms nobody', async ({ assert }) => {
    const trusted = http.trustProxy
    http.trustProxy = () => true
    using _ = lowered({ ipPerMinute: 1_000_000 })
    try {
      const call = (address: string) =>
        fetch(`${BASE}/v1/status`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status)
      const all = [...Array(8).keys()].flatMap((at) => [
        call(longText()),
        call(`10.9.8.${at}`),
        call(`[2001:db8::${at}%eth0]:443`),
      ])
      assert.deepEqual([...new Set(await Promise.all(all))], [200])
    } finally {
      http.trustProxy = trusted
    }
  })

  test('windows and nonces with names of any length are counted by all of the name', async ({ assert }) => {
    const text = longText()
    const [long, other] = ['a', 'b'].map((end) => ({ key: `t:${text}${end}`, limit: 1 }))
    assert.equal((await consume([long])).denied, -1)
    assert.equal((await consume([long])).denied, 0)
    assert.equal((await consume([other])).denied, -1)
    const nonce = { key: `n:${text}`, ttlMs: 1000 }
    assert.isTrue((await consume([], nonce)).fresh)
    assert.isFalse((await consume([], nonce)).fresh)
  })
})

test.group('the body of a runtime call', () => {
  test('may take longer than the service has for its answer', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor)

    const answer = await slowly(vendor, license.key, 1200)
    assert.equal(answer.status, 200)
    assert.lengthOf((await stored(license.id)).bindings, 1)
  })
})
