import { test } from '@japa/runner'
import fc from 'fast-check'
import { LICENSE_STATUSES, type LicenseState, type LicenseStatus } from '#domain/license/license'
import { transition } from '#domain/license/state_machine'
import type { ImportRow } from '#domain/transfer/import_row'
import { importSteps } from '#domain/transfer/import_steps'
import { updatedState } from '#domain/transfer/imported_license'
import { born } from '#tests/support/license_steps'

const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00.000Z')
const NOW = START + 10 * DAY

function license(status: LicenseStatus, frozen = false): LicenseState {
  const made = born({ status: 'ACTIVE', mode: 'never', fixedIn: 1, days: 1 }, START)
  const frozenAt = frozen ? START : null
  const suspendedAt = status === 'SUSPENDED' ? START + DAY : null
  return { ...made, status, frozenAt, suspendedAt, pausedSince: frozenAt ?? suspendedAt }
}

function steps(before: LicenseState, said: Partial<ImportRow>, others: string[] = []) {
  return importSteps(before, updatedState(before, { key: 'KEY', productId: null, ...said }, NOW), others, NOW)
}

test.group('what an import makes of a license', () => {
  test('{0} {1} by {2}: {3}')
    .with([
      ['ACTIVE', false, { status: 'REVOKED' }, ['license.revoked']],
      ['PENDING', false, { status: 'REVOKED' }, ['license.revoked']],
      ['SUSPENDED', true, { status: 'REVOKED' }, ['license.revoked']],
      ['REVOKED', false, { status: 'ACTIVE' }, ['license.unrevoked']],
      ['REVOKED', false, { status: 'SUSPENDED' }, ['license.unrevoked', 'license.suspended']],
      ['ACTIVE', false, { status: 'SUSPENDED' }, ['license.suspended']],
      ['SUSPENDED', false, { status: 'ACTIVE' }, ['license.unsuspended']],
      ['SUSPENDED', false, { status: 'EXPIRED' }, ['license.unsuspended', 'license.updated']],
      ['PENDING', false, { status: 'ACTIVE' }, ['license.updated']],
      ['PENDING', false, { status: 'SUSPENDED' }, ['license.updated', 'license.suspended']],
      ['ACTIVE', false, { status: 'EXPIRED' }, ['license.updated']],
      ['ACTIVE', false, { frozen: true }, ['license.frozen']],
      ['ACTIVE', true, { frozen: true }, []],
      ['ACTIVE', true, { frozen: false }, ['license.unfrozen']],
      ['SUSPENDED', true, { frozen: false }, ['license.unfrozen']],
      ['ACTIVE', true, { frozen: false, status: 'EXPIRED' }, ['license.unfrozen', 'license.updated']],
      ['ACTIVE', false, { frozen: true, status: 'SUSPENDED' }, ['license.frozen', 'license.suspended']],
      ['PENDING', false, { frozen: true, status: 'ACTIVE' }, ['license.updated', 'license.frozen']],
      ['EXPIRED', false, { frozen: true, status: 'ACTIVE' }, ['license.updated', 'license.frozen']],
      [
        'REVOKED',
        false,
        { frozen: true, status: 'SUSPENDED' },
        ['license.unrevoked', 'license.frozen', 'license.suspended'],
      ],
    ] as [LicenseStatus, boolean, Partial<ImportRow>, string[]][])
    .run(({ assert }, [status, frozen, said, expected]) => {
      const found = steps(license(status, frozen), said)
      assert.isArray(found)
      assert.deepEqual(
        (found as { event: string }[]).map(({ event }) => event),
        expected
      )
    })

  test('{0} {1} by {2} is refused')
    .with([
      ['ACTIVE', true, { status: 'PENDING' }],
      ['ACTIVE', true, { status: 'EXPIRED' }],
      ['SUSPENDED', true, { status: 'EXPIRED' }],
      ['REVOKED', true, { status: 'PENDING' }],
      ['PENDING', false, { frozen: true }],
      ['EXPIRED', false, { frozen: true, terms: { expirationMode: 'fixed', expiresAt: START } }],
      ['SUSPENDED', false, { frozen: true }],
      ['REVOKED', false, { frozen: true }],
      ['EXPIRED', false, { frozen: true, status: 'REVOKED' }],
      ['ACTIVE', false, { status: 'PENDING' }],
    ] as [LicenseStatus, boolean, Partial<ImportRow>][])
    .run(({ assert }, [status, frozen, said]) => {
      assert.isString(steps(license(status, frozen), said))
    })

  test('other fields are one license.updated beside the move, which keeps its own fields', ({ assert }) => {
    const before = license('ACTIVE')
    const terms = { expirationMode: 'fixed', expiresAt: NOW + 3 * DAY, expiresAfterDays: null } as const
    const found = steps(before, { terms, frozen: true }, ['metadata'])
    assert.containSubset(found, [
      {
        event: 'license.updated',
        payload: { licenseId: before.id, fields: ['expirationMode', 'expiresAt', 'metadata'] },
      },
      {
        event: 'license.frozen',
        payload: {
          licenseId: before.id,
          productId: before.productId,
          frozenAt: new Date(NOW).toISOString(),
          frozenDaysRemaining: 3,
        },
      },
    ])
  })

  test('every way is one that the routes know, and ends where the row says', ({ assert }) => {
    const status = fc.constantFrom(...LICENSE_STATUSES)
    const row = fc.record(
      { status, frozen: fc.boolean(), suspendedAt: fc.constant(START + 2 * DAY), pausedMs: fc.nat(5) },
      { requiredKeys: [] }
    )
    const property = fc.property(status, fc.boolean(), row, (from, frozen, said) => {
      const before = license(from, frozen && !['PENDING', 'EXPIRED'].includes(from))
      const found = steps(before, said)
      if (typeof found === 'string') return
      let state = before
      for (const { event, after } of found) {
        const status = {
          'license.revoked': () => transition(state.status, 'revoke'),
          'license.unrevoked': () => transition(state.status, 'unrevoke'),
          'license.suspended': () => transition(state.status, 'suspend'),
          'license.unsuspended': () => transition(state.status, 'unsuspend'),
          'license.frozen': () => (state.status === 'ACTIVE' && state.frozenAt === null ? 'ACTIVE' : null),
          'license.unfrozen': () => (state.frozenAt === null ? null : state.status),
          'license.updated': () => after.status,
        }[event]!()
        assert.equal(after.status, status, event)
        assert.equal(after.revision, state.revision + 1)
        assert.equal(after.status === 'SUSPENDED', after.suspendedAt !== null)
        state = after
      }
      assert.isFalse(state.frozenAt !== null && ['PENDING', 'EXPIRED'].includes(state.status))
      const target = updatedState(before, { key: 'KEY', productId: null, ...said }, NOW)
      assert.deepEqual(state, { ...target, revision: before.revision + found.length })
    })
    fc.assert(property, { numRuns: 2000 })
  })
})
