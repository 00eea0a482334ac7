import { test } from '@japa/runner'
import { networkOf } from '#kernel/net/network'

test.group('networkOf: what an address is counted as', () => {
  test('{0} counts as {1}')
    .with([
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
      ['2001:db8::6', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['', ''],
    ] as const)
    .run(({ assert }, [address, network]) => assert.equal(networkOf(address), network))
})
