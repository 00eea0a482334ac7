import { test } from '@japa/runner'
import fc from 'fast-check'
import semver from 'semver'
import {
  explained,
  installableFiles,
  mayBeOlder,
  offered,
  type FileTerms,
  type Wish,
} from '#releases/rules/choose_release'
import type { Downloader, LicenseRights, ReleaseTerms } from '#releases/rules/may_download'
import { CHANNELS, type Channel } from '#catalog/rules/release_channels'
import { semverSortKey } from '#releases/rules/semver_sort_key'

const NOW = Date.UTC(2026, 5, 1)
const DOWNLOADER: Downloader = { distribution: 'open', expiredDownloads: 'none', license: null }
const NOTHING: Wish = { version: null, platform: null, arch: null, channel: null, range: null }

const FILE = { filename: 'app.zip', signature: null }
const MAC = { ...FILE, platform: 'darwin', arch: 'aarch64', kind: 'update' } as const
const ALL = { ...FILE, platform: 'any', arch: 'any', kind: 'archive' } as const

function release(version: string, more: Partial<ReleaseTerms & { artifacts: FileTerms[] }> = {}) {
  const terms = { channel: 'stable', status: 'published', publishedAt: NOW, requires: [] } as const
  return { id: version, version, rolloutPercent: 100, artifacts: [ALL], ...terms, ...more }
}

const RELEASES = [
  release('3.0.0-beta.1', { channel: 'beta' }),
  release('2.1.0', { status: 'yanked' }),
  release('2.0.1', { artifacts: [MAC] }),
  release('2.0.0'),
  release('1.9.0'),
]

const reasons = (wish: Partial<Wish>) =>
  explained(DOWNLOADER, { ...NOTHING, ...wish }, RELEASES, NOW).map(({ reason }) => reason)

test.group('the release that is offered', () => {
  test('is looked for among older ones only where they can be newer than what is found or runs', ({
    assert,
  }) => {
    const releases = [release('3.0.0-beta.9', { channel: 'beta' }), release('2.0.0'), release('1.9.0')]
    const mayBe = (wish: Partial<Wish>, found: number | null = null, perChannel = 2) =>
      mayBeOlder(
        DOWNLOADER,
        { ...NOTHING, ...wish },
        { releases, perChannel },
        found === null ? null : releases[found],
        NOW
      )
    assert.isFalse(mayBe({ version: '2.0.0' }))
    assert.isFalse(mayBe({ version: '1.9.0' }))
    assert.isTrue(mayBe({ version: '1.8.0' }), 'one between the two that was not read')
    assert.isTrue(mayBe({}), 'a program that does not say what runs')
    assert.isFalse(mayBe({ version: '1.0.0' }, 1), 'a newer one is found')
    assert.isFalse(mayBe({ version: '1.0.0' }, null, 3), 'no channel has more')
    assert.isFalse(mayBe({ version: '1.0.0', channel: 'dev' }), 'a channel that sees none of them')
    assert.isTrue(mayBe({ version: '1.0.0', channel: 'beta' }, 2, 1), 'a better one of another channel')
  })

  test('is the newest that fits, and each other has its reason', ({ assert }) => {
    assert.deepEqual(reasons({ channel: 'beta' }), [null, 'not_published', 'older', 'older', 'older'])
    assert.deepEqual(reasons({ channel: 'stable' }), [
      'other_channel',
      'not_published',
      null,
      'older',
      'older',
    ])
    assert.deepEqual(reasons({ channel: 'stable', platform: 'windows', arch: 'x86_64' }), [
      ...['other_channel', 'not_published', 'no_artifact', null, 'older'],
    ])
    assert.deepEqual(reasons({ channel: 'stable', platform: 'windows', version: '2.0.0' }), [
      ...['other_channel', 'not_published', 'no_artifact', 'not_newer', 'not_newer'],
    ])
    assert.deepEqual(reasons({ range: '<2' }), [
      ...['other_channel', 'not_published', 'out_of_range', 'out_of_range', null],
    ])
  })

  test('an updater that takes signed files alone is offered no other', ({ assert }) => {
    const wish = { ...NOTHING, signed: true }
    assert.isNull(offered(DOWNLOADER, wish, RELEASES, NOW))
    const signed = release('0.1.0', { artifacts: [{ ...ALL, signature: 'signed' }] })
    assert.equal(offered(DOWNLOADER, wish, [...RELEASES, signed], NOW)?.version, '0.1.0')
  })

  test('of an open product is a stable one, or one of the channels of the license, unless another is asked for', ({
    assert,
  }) => {
    const license: LicenseRights = {
      ...{ status: 'ACTIVE', expiresAt: null, channels: ['dev'], features: {}, updatesUntil: null },
      ...{ maxVersion: null, placeIn: () => 0 },
    }
    const releases = [release('9.0.0', { channel: 'dev' }), ...RELEASES]
    const version = (who: LicenseRights | null, channel: Channel | null = null) =>
      offered({ ...DOWNLOADER, license: who }, { ...NOTHING, channel }, releases, NOW)?.version
    assert.equal(version(null), '2.0.1')
    assert.equal(version(null, 'dev'), '9.0.0')
    assert.equal(version(license), '9.0.0')
    assert.equal(version({ ...license, channels: ['stable'] }), '2.0.1')
    assert.equal(version({ ...license, channels: ['stable'] }, 'beta'), '3.0.0-beta.1')
  })

  test('has a file to install, of no named kind where there is no better', ({ assert }) => {
    const other = { ...ALL, kind: 'other', filename: 'app.bin' } as const
    const companions = [
      'app.bin.blockmap',
      'app.bin.sig',
      'latest.yml',
      'checksums.txt',
      'app.bin.sha256',
    ].map((filename) => ({ ...other, filename }))
    const names = (...files: FileTerms[]) => installableFiles(files, NOTHING).map(({ filename }) => filename)
    assert.deepEqual(names(other, ...companions), ['app.bin'])
    assert.deepEqual(names(other, ...companions, ALL), ['app.zip'])
    assert.deepEqual(names({ ...ALL, kind: 'signature' }, { ...ALL, kind: 'delta' }, ...companions), [])
  })

  test('a rollout leaves out who has no license, unless the updater draws', ({ assert }) => {
    const releases = [release('2.0.0', { rolloutPercent: 99 }), release('1.0.0')]
    assert.equal(offered(DOWNLOADER, NOTHING, releases, NOW)?.version, '1.0.0')
    assert.equal(offered(DOWNLOADER, { ...NOTHING, draws: true }, releases, NOW)?.version, '2.0.0')
  })

  test('a version that nobody has published is compared as any other', ({ assert }) => {
    const wish = { ...NOTHING, channel: 'stable' as const }
    assert.equal(offered(DOWNLOADER, { ...wish, version: '1.99.0-local+5' }, RELEASES, NOW)?.version, '2.0.1')
    assert.isNull(offered(DOWNLOADER, { ...wish, version: '77.0.0' }, RELEASES, NOW))
  })

  test('whatever is asked: the newest of those without a reason against them', ({ assert }) => {
    const version = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })).map(([a, b]) => `${a}.${b}.0`)
    const one = fc.record({
      version,
      channel: fc.constantFrom(...CHANNELS),
      status: fc.constantFrom('published' as const, 'yanked' as const),
    })
    const many = fc.uniqueArray(one, { selector: (some) => some.version, maxLength: 6 })
    fc.assert(
      fc.property(many, fc.constantFrom(null, ...CHANNELS), version, (some, channel, running) => {
        const releases = some
          .map((terms) => release(terms.version, terms))
          .sort((a, b) => (semverSortKey(a.version) < semverSortKey(b.version) ? 1 : -1))
        const wish = { ...NOTHING, channel, version: running }
        const all = explained(DOWNLOADER, wish, releases, NOW)
        const chosen = all.filter(({ reason }) => reason === null)
        assert.isAtMost(chosen.length, 1)
        const able = all
          .filter(({ reason }) => reason === null || reason === 'older')
          .map((each) => each.release.version)
        assert.equal(chosen[0]?.release.version, able.toSorted(semver.rcompare)[0])
        assert.isTrue(able.every((each) => semver.gt(each, running)))
      }),
      { numRuns: 200 }
    )
  })
})
