import { test } from '@japa/runner'
import fc from 'fast-check'
import { isIP } from 'node:net'
import { normalizeAddress, normalizeNetwork } from '#kernel/net/address'

test.group('addresses and networks', () => {
  test('{0} is written {1}')
    .with([
      ['192.0.2.1', '192.0.2.1'],
      [' 192.0.2.1 ', '192.0.2.1'],
      ['192.0.2.1/32', '192.0.2.1'],
      ['192.0.2.77/24', '192.0.2.0/24'],
      ['192.0.2.77/31', '192.0.2.76/31'],
      ['1.2.3.4/0', '0.0.0.0/0'],
      ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
      ['2001:db8::1/128', '2001:db8::1'],
      ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
      ['::', '::'],
      ['::/0', '::/0'],
      ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
      ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
      ['::ffff:192.0.2.1', '192.0.2.1'],
      ['::ffff:c000:201', '192.0.2.1'],
      ['::ffff:192.0.2.77/120', '192.0.2.0/24'],
      ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
      ['192.0.2.01', null],
      ['192.0.2', null],
      ['192.0.2.256', null],
      ['192.0.2.1/33', null],
      ['192.0.2.1/', null],
      ['192.0.2.1/08', null],
      ['192.0.2.1/24/8', null],
      ['2001:db8::1::2', null],
      ['1:2:3:4:5:6:7', null],
      ['1:2:3:4:5:6:7:8:9', null],
      ['1:2:3:4:5:6:7::8', null],
      ['::1/129', null],
      ['192.0.2.1::', null],
      ['192.0.2.1::1', null],
      ['fe80::1%eth0', null],
      ['2130706433', null],
      ['', null],
      ['example.com', null],
    ] as const)
    .run(({ assert }, [text, expected]) => assert.equal(normalizeNetwork(text), expected))

  test('an address alone is no network', ({ assert }) => {
    assert.equal(normalizeAddress('192.0.2.1'), '192.0.2.1')
    assert.isNull(normalizeAddress('192.0.2.1/32'))
  })

  test('every address that the platform knows is read, and its canonical text is stable', ({ assert }) => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(address, (text) => {
        const once = normalizeAddress(text)
        assert.equal(once !== null, isIP(text) !== 0, text)
        assert.equal(normalizeAddress(once!), once)
      }),
      { numRuns: 2000 }
    )
  })
})
