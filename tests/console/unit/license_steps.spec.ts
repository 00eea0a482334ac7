import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { transition, type StatusCommand } from '#licensing/rules/state_machine'
import { shownStatus } from '../../../resources/console/src/screens/licenses/shown_status.js'
import { stepsOf, UNDO, undoOf } from '../../../resources/console/src/screens/licenses/step_rules.js'

const COMMANDS = ['suspend', 'unsuspend', 'revoke', 'unrevoke'] as const satisfies StatusCommand[]
/** What a step that changed a license began with, and its answer. */
const changed = (status: (typeof LICENSE_STATUSES)[number]) =>
  [{ status, revision: 3 }, { revision: 4 }] as const
const license = (status: (typeof LICENSE_STATUSES)[number], frozen = false) => ({
  status,
  frozen,
  expirationMode: 'fixed' as const,
})

test.group('the actions on a license', () => {
  test('that is {$self} are those that the service accepts')
    .with([...LICENSE_STATUSES])
    .run(({ assert }, status) => {
      const offered = stepsOf(license(status))
      for (const command of COMMANDS)
        assert.equal(offered.includes(command), transition(status, command) !== null, command)
      assert.equal(offered.includes('freeze'), status === 'ACTIVE')
      assert.include(stepsOf(license(status, true)), 'unfreeze')
    })

  test('that is {$self} are undone only where that restores its status')
    .with([...LICENSE_STATUSES])
    .run(({ assert }, status) => {
      for (const command of COMMANDS) {
        const taken = transition(status, command)
        if (!taken) continue
        const undo = undoOf(command, ...changed(status)) as StatusCommand | undefined
        const restores = transition(taken, UNDO[command] as StatusCommand) === status
        assert.equal(undo !== undefined, restores, command)
      }
    })

  test('unfreeze has an undo only where the license can be frozen again', ({ assert }) => {
    for (const status of LICENSE_STATUSES)
      assert.equal(undoOf('unfreeze', ...changed(status)), status === 'ACTIVE' ? 'freeze' : undefined, status)
    assert.equal(undoOf('freeze', ...changed('ACTIVE')), 'unfreeze')
    assert.isUndefined(undoOf('extend', ...changed('ACTIVE')))
  })

  test('have no undo if they changed nothing, or something else was changed meanwhile', ({ assert }) => {
    const before = { status: 'ACTIVE' as const, revision: 3 }
    for (const revision of [3, 5]) assert.isUndefined(undoOf('freeze', before, { revision }), `${revision}`)
  })
})

test.group('the status of a license in a list', () => {
  test('is Frozen only where that says that the license can be used', ({ assert }) => {
    for (const status of LICENSE_STATUSES) {
      assert.equal(shownStatus({ status, frozen: false }), status)
      assert.equal(shownStatus({ status, frozen: true }), status === 'ACTIVE' ? 'FROZEN' : status, status)
    }
  })
})
