import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  mayDownload,
  type DownloadDenial,
  type Downloader,
  type LicenseRights,
  type ReleaseTerms,
} from '#releases/rules/may_download'
import { CHANNELS, sees, type Channel } from '#catalog/rules/release_channels'

const NOW = Date.UTC(2026, 5, 1)
const DAY = 86_400_000

const LICENSE: LicenseRights = {
  status: 'ACTIVE',
  expiresAt: null,
  channels: ['stable'],
  features: { export: true, seats: 0, region: '' },
  updatesUntil: null,
  maxVersion: null,
  placeIn: () => 50,
}
const RELEASE: ReleaseTerms = {
  id: 'r',
  version: '2.1.0',
  channel: 'stable',
  status: 'published',
  publishedAt: NOW - DAY,
  requires: [],
  rolloutPercent: 100,
}

type Case = {
  downloader?: Partial<Omit<Downloader, 'license'>>
  license?: Partial<LicenseRights> | null
  release?: Partial<ReleaseTerms>
  denial: DownloadDenial | null
}

const OPEN = { distribution: 'open' } as const
const FALLBACK = { expiredDownloads: 'released_before' } as const

/** contract/12-releases#122-who-may-have-what, rule by rule. */
const TABLE: Record<string, Case> = {
  'a license that is ACTIVE': { denial: null },
  'no license': { license: null, denial: 'unlicensed' },
  'no license, open product': { downloader: OPEN, license: null, denial: null },
  'a revoked license, open product': { downloader: OPEN, license: { status: 'REVOKED' }, denial: null },
  'a license without the features, channel and updates, open product': {
    downloader: OPEN,
    license: { updatesUntil: 0, maxVersion: '<1.0.0' },
    release: { channel: 'beta', requires: ['seats'] },
    denial: null,
  },
  'a good license, closed product': { downloader: { distribution: 'closed' }, denial: 'closed' },
  PENDING: { license: { status: 'PENDING' }, denial: 'inactive' },
  REVOKED: { license: { status: 'REVOKED', expiresAt: NOW }, downloader: FALLBACK, denial: 'inactive' },
  SUSPENDED: { license: { status: 'SUSPENDED' }, denial: 'inactive' },
  EXPIRED: { license: { status: 'EXPIRED', expiresAt: NOW }, denial: 'inactive' },
  'EXPIRED, published while it ran': {
    downloader: FALLBACK,
    license: { status: 'EXPIRED', expiresAt: NOW - DAY },
    denial: null,
  },
  'EXPIRED, published later': {
    downloader: FALLBACK,
    license: { status: 'EXPIRED', expiresAt: NOW - DAY - 1 },
    denial: 'inactive',
  },
  'a draft': { release: { status: 'draft', publishedAt: null }, denial: 'not_published' },
  yanked: { release: { status: 'yanked' }, denial: 'not_published' },
  'yanked, open product': { downloader: OPEN, release: { status: 'yanked' }, denial: 'not_published' },
  "a channel that is not the license's": { release: { channel: 'rc' }, denial: 'channel' },
  'a more stable channel': { license: { channels: ['beta'] }, release: { channel: 'rc' }, denial: null },
  'a required feature': { release: { requires: ['export'] }, denial: null },
  'a required feature that is 0': { release: { requires: ['export', 'seats'] }, denial: 'requires' },
  'a required feature that is empty': { release: { requires: ['region'] }, denial: 'requires' },
  'a required feature that is not there': { release: { requires: ['toString'] }, denial: 'requires' },
  'the last moment of updates': { license: { updatesUntil: NOW - DAY }, denial: null },
  'published after the end of updates': {
    license: { updatesUntil: NOW - DAY - 1 },
    denial: 'updates_ended',
  },
  'within maxVersion': { license: { maxVersion: '<=2.1' }, denial: null },
  'a prerelease within maxVersion': {
    license: { maxVersion: '2.x', channels: ['beta'] },
    release: { version: '2.2.0-beta.1', channel: 'beta' },
    denial: null,
  },
  'past maxVersion': { license: { maxVersion: '<2.1.0' }, denial: 'max_version' },
  'within the rollout': { release: { rolloutPercent: 51 }, denial: null },
  'not yet in the rollout': { release: { rolloutPercent: 50 }, denial: 'rollout' },
  'no license in a rollout, open product': {
    downloader: OPEN,
    license: null,
    release: { rolloutPercent: 1 },
    denial: null,
  },
  'a license that is not yet in a rollout, open product': {
    downloader: OPEN,
    release: { rolloutPercent: 1 },
    denial: 'rollout',
  },
  'the first rule decides': {
    license: { status: 'REVOKED' },
    release: { status: 'draft', channel: 'dev', requires: ['no'], rolloutPercent: 0 },
    denial: 'inactive',
  },
}

test.group('who may have a release', () => {
  for (const [name, { downloader, license, release, denial }] of Object.entries(TABLE)) {
    test(`${name}: ${denial ?? 'may'}`, ({ assert }) => {
      const asks: Downloader = {
        distribution: 'licensed',
        expiredDownloads: 'none',
        ...downloader,
        license: license === null ? null : { ...LICENSE, ...license },
      }
      assert.equal(mayDownload(asks, { ...RELEASE, ...release }, NOW), denial)
    })
  }

  test('a channel sees itself and the more stable ones; dev stands alone', ({ assert }) => {
    const seen = (channel: Channel) => CHANNELS.filter((one) => sees([channel], one))
    assert.deepEqual(seen('stable'), ['stable'])
    assert.deepEqual(seen('alpha'), ['stable', 'rc', 'beta', 'alpha'])
    assert.deepEqual(seen('dev'), ['dev'])
  })

  test('whatever channels a license has: more of them never show less, and a more stable release never more seldom', ({
    assert,
  }) => {
    const some = fc.subarray([...CHANNELS])
    const stability: Channel[] = CHANNELS.filter((one) => one !== 'dev')
    fc.assert(
      fc.property(some, some, fc.constantFrom(...CHANNELS), (had, added, channel) => {
        if (sees(had, channel)) assert.isTrue(sees([...added, ...had], channel))
        assert.equal(sees(had, 'dev'), had.includes('dev'))
        const place = stability.indexOf(channel)
        if (place > 0 && sees(had, channel)) assert.isTrue(sees(had, stability[place - 1]))
        const furthest = Math.max(-1, ...had.map((one) => stability.indexOf(one)))
        if (place >= 0) assert.equal(sees(had, channel), place <= furthest)
      }),
      { numRuns: 500 }
    )
  })
})
