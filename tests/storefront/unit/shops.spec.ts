import { test } from '@japa/runner'
import { comparedHostname, slugOfHost } from '#storefront/rules/hostname'
import {
  afterBadSignature,
  afterGoodSignature,
  shopStateOf,
  type ProcessorHealth,
} from '#storefront/rules/processor'

/** contract/10-storefront#104-public */
test.group('host names', () => {
  test('are compared in one form')
    .with([
      ['Shop.Example.COM', 'shop.example.com'],
      ['shop.example.com.', 'shop.example.com'],
      ['shop.example.com:443', 'shop.example.com'],
      ['shop.example.com.:80', 'shop.example.com'],
      ['BÜCHER.example', 'xn--bcher-kva.example'],
      ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
      ['0x7f.1', null],
      ['a..b', null],
      ['user@host.example', null],
      ['', null],
      ['a'.repeat(64), null],
    ] as [string, string | null][])
    .run(({ assert }, [text, host]) => assert.equal(comparedHostname(text), host))

  test('lead to a slug one level below the domain', ({ assert }) => {
    assert.equal(slugOfHost('a.shops.example', 'shops.example'), 'a')
    assert.isNull(slugOfHost('a.b.shops.example', 'shops.example'))
    assert.isNull(slugOfHost('ashops.example', 'shops.example'))
    assert.isNull(slugOfHost('a.shops.example', undefined))
  })
})

/** contract/10-storefront#106-processor-events */
test.group('the state of processors', () => {
  test('a ready one fails after ten bad signatures in a row, and a good one mends it', ({ assert }) => {
    let health: ProcessorHealth = afterGoodSignature({ state: 'connected', badSignatures: 3 })
    assert.deepEqual(health, { state: 'ready', badSignatures: 0 })
    for (let bad = 1; bad <= 10; bad++) {
      assert.equal(health.state, 'ready')
      health = afterBadSignature(health)
    }
    assert.equal(health.state, 'failing')
    assert.equal(afterGoodSignature(health).state, 'ready')
    assert.equal(afterBadSignature({ state: 'connected', badSignatures: 20 }).state, 'connected')
    assert.equal(afterGoodSignature({ state: 'paused', badSignatures: 0 }).state, 'paused')
  })

  test('that of all together is the best', ({ assert }) => {
    assert.equal(shopStateOf([]), 'none')
    assert.equal(shopStateOf(['paused', 'connected', 'ready']), 'ready')
    assert.equal(shopStateOf(['paused', 'connected']), 'connected')
  })
})
