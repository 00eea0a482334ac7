import { test } from '@japa/runner'
import fc from 'fast-check'
import { proxies } from '#config/setting_checks'
import { clientAddress, plainAddress, trustOf } from '#kernel/net/client_address'

test.group('plainAddress', () => {
  test('{0} is {1}')
    .with([
      ['192.0.2.7', '192.0.2.7'],
      ['192.0.2.7:5678', '192.0.2.7'],
      [' 192.0.2.7 ', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['2001:DB8:0::7', '2001:db8::7'],
      ['[2001:db8::7]', '2001:db8::7'],
      ['[2001:db8::7]:443', '2001:db8::7'],
      ['fe80::1%eth0', 'fe80::1'],
      ['[fe80::1%eth0]:443', 'fe80::1'],
      ['192.0.2.0/24', null],
      ['192.0.2.7:port', null],
      ['unknown', null],
      ['', null],
      ['a'.repeat(5000), null],
    ] as const)
    .run(({ assert }, [text, address]) => assert.equal(plainAddress(text), address))
})

test.group('clientAddress', () => {
  test('TRUST_PROXY={0}: {2} from {1} is {3}')
    .with([
      ['none', '10.0.0.2', '192.0.2.7', '10.0.0.2'],
      ['false', '10.0.0.2', '192.0.2.7', '10.0.0.2'],
      ['0', '10.0.0.2', '192.0.2.7', '10.0.0.2'],
      ['1', '10.0.0.2', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
      ['2', '10.0.0.2', '198.51.100.1, 192.0.2.7', '198.51.100.1'],
      ['3', '10.0.0.2', '198.51.100.1, 192.0.2.7', '198.51.100.1'],
      ['1', '10.0.0.2', '192.0.2.7:40000', '192.0.2.7'],
      ['1', '10.0.0.2', 'made up', '10.0.0.2'],
      ['2', '10.0.0.2', 'made up, 192.0.2.7', '10.0.0.2'],
      ['1', 'fe80::1%eth0', 'made up', 'fe80::1'],
      ['10.0.0.0/8', '10.0.0.2', '192.0.2.7', '192.0.2.7'],
      ['10.0.0.0/8', '11.0.0.2', '192.0.2.7', '11.0.0.2'],
      ['10.0.0.0/8, loopback', '127.0.0.1', '198.51.100.1, 192.0.2.7, 10.3.2.1', '192.0.2.7'],
      ['loopback', '::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
      ['loopback', '::1', '2001:db8::7', '2001:db8::7'],
      ['2001:db8::/33', '2001:db8:7fff::1', '192.0.2.7', '192.0.2.7'],
      ['2001:db8::/33', '2001:db8:8000::1', '192.0.2.7', '2001:db8:8000::1'],
      ['192.0.2.9', '192.0.2.9', undefined, '192.0.2.9'],
    ] as const)
    .run(({ assert }, [setting, remote, forwarded, address]) => {
      assert.equal(clientAddress(remote, forwarded, trustOf(setting)), address)
    })

  test('whatever the header holds, the answer is an address', ({ assert }) => {
    const part = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('::1%x'), fc.constant('1.2.3.4:5'))
    const run = fc.property(fc.array(part), fc.nat({ max: 5 }), (parts, hops) => {
      const address = clientAddress('192.0.2.1', parts.join(', '), trustOf(String(hops)))
      assert.equal(plainAddress(address), address)
    })
    fc.assert(run)
  })
})

test.group('TRUST_PROXY', () => {
  test('"true" is refused, because it would believe anybody any address', ({ assert }) => {
    assert.throws(() => proxies('TRUST_PROXY', 'true'), /"true" would believe anybody/)
    for (const setting of ['none', '1', 'loopback, 10.0.0.0/8']) {
      assert.equal(proxies('TRUST_PROXY', setting), setting)
    }
  })
})
