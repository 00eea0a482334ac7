import { BlockList } from 'node:net'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { isPublic, isReachable, parseIp, parseSubnet } from '#kernel/net/addresses'
import { urlProblem } from '#kernel/net/endpoint_url'

/** The edges of every blocked range: its first and last address, and their neighbours outside. */
const CLOSED = [
  '0.0.0.0 0.255.255.255',
  '10.0.0.0 10.255.255.255',
  '100.64.0.0 100.127.255.255',
  '127.0.0.0 127.255.255.255 168.63.129.16',
  '169.254.0.0 169.254.169.254 169.254.255.255',
  '172.16.0.0 172.31.255.255',
  '192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255',
  '192.168.0.0 192.168.255.255',
  '198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255',
  '224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255',
  ':: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::8.8.8.8',
  '64:ff9b::7f00:1 64:ff9b::8.8.8.8 100::1',
  'fc00::1 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80::1 febf::1 fec0::1 ff02::1',
  '2001::1 2001:1ff:ffff::1 2001:db8::1 2002:7f00:1::1 3fff::1 1fff::1 4000::1',
  '',
  ' ',
  'localhost 127.1 2130706433 0x7f.1 01.1.1.1 1.1.1 1.1.1.256 1.1.1.1.1 fe80::1%eth0 1::2::3 12345::1 :::',
].flatMap((line) => line.split(' '))

const OPEN = (
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 ' +
  '168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 ' +
  '192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 ' +
  '203.0.114.0 223.255.255.255 2001:200::1 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700::1111 ' +
  '2a00:1450:4001:830::200e 3ffe:ffff::1'
).split(' ')

test.group('webhook addresses', () => {
  test('everything that is not the public internet is closed', ({ assert }) => {
    assert.deepEqual(CLOSED.filter(isPublic), [])
  })

  test('the public internet is open, right up to the closed ranges', ({ assert }) => {
    assert.deepEqual(
      OPEN.filter((address) => !isPublic(address)),
      []
    )
  })

  test('an allowed subnet opens itself and nothing else', ({ assert }) => {
    const allowed = ['127.0.0.0/8', 'fd00::/8', '10.1.2.3'].map((text) => parseSubnet(text)!)
    for (const address of ['127.0.0.1', '127.255.0.9', '::ffff:127.0.0.1', 'fd12::1', '10.1.2.3']) {
      assert.isTrue(isReachable(address, allowed), address)
    }
    for (const address of ['10.1.2.4', '::1', 'fc00::1', '192.168.0.1', '::ffff:10.1.2.4']) {
      assert.isFalse(isReachable(address, allowed), address)
    }
  })

  test('subnets are read strictly', ({ assert }) => {
    for (const text of ['10.0.0.0/8', ' ::/0 ', '1.2.3.4', 'fd00::/8']) assert.isNotNull(parseSubnet(text))
    for (const text of [
      '10.0.0.0/33',
      '::/129',
      '10.0.0/8',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
      'x',
    ]) {
      assert.isNull(parseSubnet(text), text)
    }
  })

  test('ranges agree with those of Node for any address', ({ assert }) => {
    const reference = new BlockList()
    reference.addSubnet('172.16.0.0', 12, 'ipv4')
    reference.addSubnet('2001:db8::', 32, 'ipv6')
    const ours = ['172.16.0.0/12', '2001:db8::/32'].map((text) => parseSubnet(text)!)
    const near = fc.tuple(fc.constantFrom(171, 172, 173), fc.nat(255), fc.nat(255), fc.nat(255))
    const v4 = near.map((bytes) => bytes.join('.'))
    const v6 = fc
      .tuple(fc.constantFrom('2001:db7', '2001:db8', '2001:db9'), fc.ipV6())
      .map(([head, tail]) => {
        const words = parseIp(tail)!.value.toString(16).padStart(32, '0').match(/.{4}/g)!
        return `${head}:${words.slice(2).join(':')}`
      })
    fc.assert(
      fc.property(fc.oneof(v4, v6), (address) => {
        const family = address.includes(':') ? 'ipv6' : 'ipv4'
        const expected = reference.check(address, family) || isPublic(address)
        assert.equal(isReachable(address, ours), expected, address)
      }),
      { numRuns: 500, verbose: true }
    )
  })
})

test.group('webhook endpoint url', () => {
  test('every notation of a private address is refused')
    .with(
      (
        'http://127.0.0.1/ http://127.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://0x7f.1/ ' +
        'http://127.0.0.1./ http://①②⑦.⓪.⓪.①/ http://0/ http://0.0.0.0/ http://10.0.0.1/ http://3232235777/ ' +
        'http://169.254.169.254/ http://[::]/ http://[::1]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ ' +
        'http://[0:0:0:0:0:ffff:127.0.0.1]/ http://[64:ff9b::127.0.0.1]/ http://[2002:7f00:1::]/ ' +
        'http://[fe80::1]/ http://[fd00::1]/ http://[ff02::1]/ http://100.64.0.1/ http://224.0.0.1/ ' +
        'https://192.168.1.1:8443/x?y=z http://%31%32%37.0.0.1/'
      ).split(' ')
    )
    .run(({ assert }, url) => {
      assert.equal(urlProblem(url, []), 'The url is a private or reserved address')
    })

  test('what is no address to post to is refused')
    .with([
      'ftp://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'example.com',
      '//example.com',
      '',
      'http://',
      'http://user@example.com/',
      'http://user:secret@example.com/',
      'http://:secret@example.com/',
      'http://example.com/\r\nx: y',
      'http://exa mple.com/',
      ' http://example.com/',
      'http://999.1.1.1/',
      'http://[::1/',
      'http://[fe80::1%25eth0]/',
      'http://example.com:99999/',
      `http://example.com/${'x'.repeat(2048)}`,
    ])
    .run(({ assert }, url) => {
      assert.isNotNull(urlProblem(url, []))
    })

  test('a public address and any host name are taken; a name is judged when it is resolved')
    .with([
      'https://example.com',
      'http://hooks.example.com:8080/a/b?c=d#e',
      'http://localhost/',
      'https://8.8.8.8/hook',
      'https://[2606:4700::1111]/hook',
      'https://bücher.example/',
    ])
    .run(({ assert }, url) => {
      assert.isNull(urlProblem(url, []))
    })

  test('an allowed subnet makes its addresses usable', ({ assert }) => {
    const allowed = [parseSubnet('127.0.0.0/8')!]
    for (const url of ['http://127.0.0.1:9000/', 'http://2130706433/', 'http://[::ffff:127.0.0.1]/']) {
      assert.isNull(urlProblem(url, allowed))
    }
    assert.isNotNull(urlProblem('http://10.0.0.1/', allowed))
  })
})
