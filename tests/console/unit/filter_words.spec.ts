import { test } from '@japa/runner'
import { restoreTimeZone } from '#tests/testkit/time_zone'
import {
  toFilter,
  toSearch,
  type LicenseFilter,
} from '../../../resources/console/src/screens/licenses/filter.js'
import { filterWords } from '../../../resources/console/src/screens/operations/filter_words.js'

const NAMES = {
  status: (status: string) => `${status[0]}${status.slice(1).toLowerCase()}`,
  product: 'Editor',
  tier: 'Pro',
  owner: 'Jane Doe',
}
const wordsOf = (filter: LicenseFilter) => filterWords(filter, NAMES, 'utc')

test.group('the filter of an operation in words', () => {
  test('has the labels of the list', ({ assert }) => {
    const search = { status: 'SUSPENDED', product: 'p', search: 'AB12', owner: 'o', frozen: 'false' }
    const days = { from: '2026-11-01', to: '2026-11-30', expires: '2026-12-31' }
    assert.deepEqual(wordsOf(toFilter({ ...search, ...days }, 'utc')), [
      'Status: Suspended',
      'Not frozen',
      'Product: Editor',
      'Owner: Jane Doe',
      'Part of a license key: AB12',
      'Created from 1 Nov 2026',
      'Created to 30 Nov 2026',
      'Expires until 31 Dec 2026',
    ])
  })

  test('names what only a program can ask for', ({ assert }) => {
    const filter = { tierId: 't', feature: 'export', expiresAfter: '2026-11-01T00:00:00.000Z', frozen: true }
    assert.deepEqual(wordsOf({ ...filter, exceptIds: ['1'] }), [
      ...['Frozen', 'Tier: Pro', 'Feature: export', 'Expires after 1 Nov 2026, 00:00', 'Except 1 license'],
    ])
    assert.deepEqual(wordsOf({ exceptIds: ['1', '2'] }), ['All licenses', 'Except 2 licenses'])
    assert.deepEqual(wordsOf({}), ['All licenses'])
  })

  test('a moment within a day is not taken for the day', ({ assert }) => {
    const at = '2026-11-03T14:30:00.000Z'
    assert.deepEqual(wordsOf({ createdAfter: at, createdBefore: at, expiresBefore: at }), [
      'Created after 3 Nov 2026, 14:30',
      'Created before 3 Nov 2026, 14:30',
      'Expires before 3 Nov 2026, 14:30',
    ])
  })
})

test.group('the address of a filter', (group) => {
  restoreTimeZone(group)

  // Clocks change on the last of these days in Europe.
  const SEARCHES = [
    {},
    { status: 'ACTIVE', frozen: 'true' },
    { frozen: 'false', owner: 'o', product: 'p', search: '1E5' },
    { from: '2026-10-24', to: '2026-10-25', expires: '2026-10-25' },
  ]
  for (const TZ of ['UTC', 'Europe/Berlin', 'America/New_York'])
    test(`leads back to the same filter in ${TZ}`, ({ assert }) => {
      process.env.TZ = TZ
      for (const zone of ['utc', 'local'] as const)
        for (const search of SEARCHES) assert.deepEqual(toSearch(toFilter(search, zone), zone), search)
    })

  test('means no filter where a part of it is none', ({ assert }) => {
    for (const frozen of ['yes', 'TRUE', '1']) assert.deepEqual(toFilter({ frozen }, 'utc'), {})
    const days = { from: '+275760-09-13', to: '+275760-09-13', expires: '0000-01-01' }
    assert.deepEqual(toFilter({ status: 'active', ...days }, 'utc'), {})
  })

  test('does not exist for a filter that the list cannot express', ({ assert }) => {
    const at = '2026-11-01T14:30:00.000Z'
    const filters: LicenseFilter[] = [
      ...[{ tierId: 't' }, { feature: 'export', status: 'ACTIVE' as const }, { exceptIds: ['1'] }],
      ...[{ expiresAfter: '2026-11-01T00:00:00.000Z' }, { createdAfter: at }, { createdBefore: at }],
    ]
    for (const filter of filters) assert.isNull(toSearch(filter, 'utc'), JSON.stringify(filter))
  })
})
