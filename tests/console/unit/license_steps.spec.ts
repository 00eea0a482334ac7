import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { transition, type StatusCommand } from '#licensing/rules/state_machine'
import { stepsOf, UNDO, undoOf } from '../../../resources/console/src/screens/licenses/step_rules.js'

const COMMANDS = ['suspend', 'unsuspend', 'revoke', 'unrevoke'] as const satisfies StatusCommand[]
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
        const undo = undoOf(command, status) as StatusCommand | undefined
        const restores = transition(taken, UNDO[command] as StatusCommand) === status
        assert.equal(undo !== undefined, restores, command)
      }
    })

  test('unfreeze has an undo only where the license can be frozen again', ({ assert }) => {
    for (const status of LICENSE_STATUSES)
      assert.equal(undoOf('unfreeze', status), status === 'ACTIVE' ? 'freeze' : undefined, status)
    assert.equal(undoOf('freeze', 'ACTIVE'), 'unfreeze')
    assert.isUndefined(undoOf('extend', 'ACTIVE'))
  })
})
