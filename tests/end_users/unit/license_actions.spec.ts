import { test } from '@japa/runner'
import { actionsOf } from '#end_users/rules/license_actions'
import { maskedBinding, maskedKey } from '#end_users/rules/masks'
import { DEFAULT_PORTAL } from '#end_users/rules/portal'
import type { Budget } from '#end_users/rules/reset_budget'

const budget = (remaining: number): Budget => ({
  limit: 3,
  windowDays: 30,
  used: 3 - remaining,
  remaining,
  nextAt: null,
})
const facts = {
  portal: DEFAULT_PORTAL,
  byKey: false,
  active: true,
  resets: { hwid: budget(1), ip: budget(1) },
  binds: { hwid: true, ip: true },
  deviceReleases: 'counts' as const,
  downloadable: true,
}
const ALL = ['reset_hwid', 'reset_ip', 'release_device', 'release_session', 'download']
const without = (...names: string[]) => ALL.filter((one) => !names.includes(one))

test.group('what an end user may do with a license', () => {
  test('{what}: {expected}')
    .with([
      { what: 'an ACTIVE license', change: {}, expected: ALL },
      { what: 'with its key alone', change: { byKey: true }, expected: ['download'] },
      { what: 'not ACTIVE', change: { active: false, downloadable: false }, expected: [] },
      { what: 'EXPIRED with older releases', change: { active: false }, expected: ['download'] },
      { what: 'no releases for it', change: { downloadable: false }, expected: without('download') },
      {
        what: 'downloads switched off',
        change: { portal: { ...DEFAULT_PORTAL, downloads: false } },
        expected: without('download'),
      },
      {
        what: 'no HWID reset left',
        change: { resets: { hwid: budget(0), ip: budget(1) } },
        expected: without('reset_hwid'),
      },
      {
        what: 'no HWID reset left, and no addresses to release',
        change: { resets: { hwid: budget(0), ip: budget(1) }, binds: { hwid: true, ip: false } },
        expected: without('reset_hwid', 'release_device'),
      },
      {
        what: 'no IP reset left, and no HWIDs to release',
        change: { resets: { hwid: budget(1), ip: budget(0) }, binds: { hwid: false, ip: true } },
        expected: without('reset_ip', 'release_device'),
      },
      {
        what: 'no reset left',
        change: { resets: { hwid: budget(0), ip: budget(0) } },
        expected: ['release_session', 'download'],
      },
      {
        what: 'no reset left, releases free',
        change: { resets: { hwid: budget(0), ip: budget(0) }, deviceReleases: 'free' as const },
        expected: ['release_device', 'release_session', 'download'],
      },
      {
        what: 'HWID resets switched off',
        change: { portal: { ...DEFAULT_PORTAL, selfReset: { hwid: false, ip: true } } },
        expected: without('reset_hwid'),
      },
      {
        what: 'IP resets switched off',
        change: { portal: { ...DEFAULT_PORTAL, selfReset: { hwid: true, ip: false } } },
        expected: without('reset_ip'),
      },
      {
        what: 'releases switched off',
        change: { portal: { ...DEFAULT_PORTAL, deviceRelease: false, sessionRelease: false } },
        expected: without('release_device', 'release_session'),
      },
    ])
    .run(({ assert }, { change, expected }) => {
      assert.deepEqual(actionsOf({ ...facts, ...change }), expected)
    })
})

test.group('masks', () => {
  test('the key {0} is shown as {1}')
    .with([
      ['7K2M9-4QXWD-1H8TZ-C5RNV-0PBJ3', '*****0PBJ3'],
      ['abcdefghij', '*****fghij'],
      ['abcd', '*****cd'],
    ])
    .run(({ assert }, [key, shown]) => assert.equal(maskedKey(key), shown))

  test('the {0} {1} is shown as {2}')
    .with([
      ['HWID', '4c4c4544-0042-3510-8052-b4c04f4e3132', '*****e3132'],
      ['HWID', 'x', '*****'],
      ['IP', '203.0.113.7', '203.0.*.*'],
      ['IP', '2001:db8:85a3::8a2e', '2001:db8:*'],
      ['IP', '::1', '::*'],
    ] as const)
    .run(({ assert }, [kind, value, shown]) => assert.equal(maskedBinding(kind, value), shown))
})
