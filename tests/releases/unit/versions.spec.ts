import { test } from '@japa/runner'
import fc from 'fast-check'
import semver from 'semver'
import { semverSortKey } from '#releases/rules/semver_sort_key'
import { MAX_VERSION_LENGTH, readVersion } from '#releases/rules/version'

/** The example of precedence on semver.org, and cases that a comparison of texts gets wrong. */
const ASCENDING = [
  ...['0.0.1', '0.9.0', '0.10.0', '1.0.0--', '1.0.0-0', '1.0.0-2', '1.0.0-10', '1.0.0-alpha'],
  ...['1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-alpha-1', '1.0.0-alpha0', '1.0.0-beta', '1.0.0-beta.2'],
  ...[
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '9.0.0',
    '10.0.0',
    '99999999999.0.0',
  ],
].sort((a, b) => semver.compare(a, b))

const number = fc.oneof(fc.nat({ max: 120 }), fc.nat()).map(String)
const identifier = fc.oneof(
  number,
  fc.stringMatching(/^[a-z-][a-zA-Z0-9-]{0,4}$/),
  fc.constantFrom('alpha', 'alpha-', 'A', '-', '-1', '0a')
)
const prerelease = fc.option(fc.array(identifier, { minLength: 1, maxLength: 4 }), { nil: [] })
const version = fc
  .tuple(number, number, number, prerelease, fc.constantFrom('', '+build.5'))
  .map(([major, minor, patch, names, build]) => {
    return `${major}.${minor}.${patch}${names.length > 0 ? `-${names.join('.')}` : ''}${build}`
  })
/** Often the same version except for one place, so that every place is compared. */
const pair = fc.oneof(
  fc.tuple(version, version),
  fc.tuple(prerelease, prerelease).map((both) => {
    const [a, b] = both.map((names) => `1.2.3${names.length > 0 ? `-${names.join('.')}` : ''}`)
    return [a, b] as [string, string]
  })
)

const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

test.group('the sort key of a version', () => {
  test('is in the order of SemVer, byte by byte', ({ assert }) => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        assert.equal(order(semverSortKey(a), semverSortKey(b)), semver.compare(a, b), `${a} and ${b}`)
      }),
      { numRuns: 2000 }
    )
  })

  test('sorts the known cases', ({ assert }) => {
    const keys = ASCENDING.map((one) => [semverSortKey(one), one] as const)
    const sorted = keys.toSorted(([a], [b]) => order(a, b)).map(([, one]) => one)
    assert.deepEqual(sorted, ASCENDING)
  })
})

test.group('a version', () => {
  test('is SemVer 2.0 with or without a leading v', ({ assert }) => {
    for (const one of ['0.0.0', '1.2.3', '1.2.3-rc.1+sha.5114f85', '1.0.0-0A.is.legal', '1.0.0+001']) {
      assert.equal(readVersion(one), one)
      assert.equal(readVersion(`v${one}`), one)
      assert.isNotNull(semver.parse(one))
    }
  })

  test('is nothing else', ({ assert }) => {
    const others = ['', 'v', '1', '1.2', '1.2.3.4', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3-a..b', '1.2.3+']
    for (const one of [
      ...others,
      ' 1.2.3',
      '1.2.3\n',
      'vv1.2.3',
      '=1.2.3',
      '9007199254740993.0.0',
      '1.2.3-ä',
    ]) {
      assert.isNull(readVersion(one), one)
    }
    assert.isNull(readVersion(`1.2.3-${'a'.repeat(MAX_VERSION_LENGTH)}`))
  })
})
