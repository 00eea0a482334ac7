import { test } from '@japa/runner'
import { bytesOf, KeptBySize } from '#kernel/batching/kept_by_size'
import { PublicShops } from '#storefront/store/public_shops'

const SHOP = { orgId: 'org', listings: 'x'.repeat(2048) }

/** Shops with room for some of `SHOP`, and the keys that were read. */
function stage(room: number) {
  const entries = new KeptBySize<{ orgId: string; value: unknown; until: number }>(room * bytesOf(SHOP))
  const shops = new PublicShops(entries)
  const reads: string[] = []
  const ask = (key: string, now: number, shop = SHOP) =>
    shops.read(
      key,
      () => {
        reads.push(key)
        return Promise.resolve(shop)
      },
      now
    )
  const kept = () => [...entries].map(([key]) => key)
  return { shops, ask, reads, kept }
}

test.group('the shops that are kept in memory', () => {
  test('are read once a minute', async ({ assert }) => {
    const { ask, reads } = stage(2)
    for (const now of [0, 59_999, 60_000, 119_999]) assert.deepEqual(await ask('a', now), SHOP)
    assert.lengthOf(reads, 2)
  })

  test('are forgotten by their size, the oldest first', async ({ assert }) => {
    const { ask, kept } = stage(2)
    for (const key of ['a', 'b', 'c']) await ask(key, 0)
    assert.deepEqual(kept(), ['b', 'c'])
    const large = { ...SHOP, listings: SHOP.listings.repeat(3) }
    assert.deepEqual(await ask('large', 0, large), large)
    assert.deepEqual(kept(), ['b', 'c'])
  })

  test('are forgotten after their minute, when another one is read', async ({ assert }) => {
    const { ask, kept } = stage(10)
    await ask('a', 0)
    await ask('b', 1000)
    await ask('c', 60_000)
    assert.deepEqual(kept(), ['b', 'c'])
  })

  test('are forgotten with a change of their org, also those that are being read', async ({ assert }) => {
    const { shops, ask, kept } = stage(10)
    await ask('a', 0)
    await ask('b', 0, { ...SHOP, orgId: 'other' })
    const reading = ask('c', 0)
    shops.forget('org')
    await reading
    assert.deepEqual(kept(), ['b'])
  })
})
