import { test } from '@japa/runner'
import fc from 'fast-check'
import { claimedName } from '#orgs/rules/domain_name'
import { afterCheck, MISSING_MOST, proofOf } from '#orgs/rules/domain_proof'

const OWN = { host: 'licenses.example.com', storefronts: 'shops.example.com' }
const nameOf = (text: string) => Object.values(claimedName(text, OWN))[0]

/** contract/10-storefront#101-domains */
test.group('names that an org may claim', () => {
  test('are stored in lower case and punycode, without a dot at the end', ({ assert }) => {
    for (const [text, name] of [
      ['Shop.Example.COM', 'shop.example.com'],
      ['shop.example.com.', 'shop.example.com'],
      ['käse.example', 'xn--kse-qla.example'],
      ['shop.acme.github.io', 'shop.acme.github.io'],
      ['acme.github.io', 'acme.github.io'],
      [`${'a'.repeat(63)}.example.com`, `${'a'.repeat(63)}.example.com`],
    ]) {
      assert.deepEqual(claimedName(text, OWN), { name }, text)
    }
  })

  test('are names of the public DNS that belong to one owner', ({ assert }) => {
    for (const text of [
      ...[
        '',
        'example',
        'localhost',
        'a.localhost',
        'printer.local',
        'db.internal',
        '192.0.2.1',
        '[2001:db8::1]',
      ],
      ...['0x7f.1', '*.example.com', 'example.com:443', 'example.com/path', 'a b.com', 'user@example.com'],
      ...['-a.example.com', 'a..example.com', `${'a'.repeat(64)}.example.com`, `${'a.'.repeat(130)}com`],
      ...['com', 'co.uk', 'github.io', 'licenses.example.com', 'shops.example.com', 'x.shops.example.com'],
      ...['_dmarc.example.com', 'exa%6Dple.com', 'example.com?x', 'example.com#x'],
    ]) {
      assert.property(claimedName(text, OWN), 'problem', text)
    }
  })

  test('a name that was taken is taken as it stands', ({ assert }) => {
    fc.assert(
      fc.property(fc.domain(), (text) => {
        const claimed = claimedName(text, OWN)
        if ('name' in claimed) assert.equal(nameOf(claimed.name), claimed.name)
      }),
      { numRuns: 50 }
    )
  })
})

test.group('proofs of domains', () => {
  test('are found among other records', ({ assert }) => {
    const other = ['v=spf1 -all', 'google-site-verification=abc']
    assert.equal(proofOf([...other, 'latchkey-verify=abc'], 'abc'), 'found')
    assert.equal(proofOf(['latchkey-verify=x', 'latchkey-verify=abc'], 'abc'), 'found')
    assert.equal(proofOf([...other, 'latchkey-verify=abcd'], 'abc'), 'mismatch')
    assert.equal(proofOf(other, 'abc'), 'missing')
    assert.equal(proofOf([], 'abc'), 'missing')
    assert.equal(proofOf(null, 'abc'), 'missing')
  })

  test('a domain is lost once its proof has been missing for seven days in a row', ({ assert }) => {
    assert.deepEqual(afterCheck(null, false, 5), { missingSince: 5, lost: false })
    assert.deepEqual(afterCheck(5, false, 5 + MISSING_MOST - 1), { missingSince: 5, lost: false })
    assert.deepEqual(afterCheck(5, false, 5 + MISSING_MOST), { missingSince: 5, lost: true })
    assert.deepEqual(afterCheck(5, true, 5 + MISSING_MOST), { missingSince: null, lost: false })
  })
})
