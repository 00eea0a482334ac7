import { test } from '@japa/runner'
import { applyVerdict, undoVerdict } from '#operations/rules/controls'
import type { OperationStatus } from '#operations/rules/operation'

const operation = (status: OperationStatus, { dryRun = false, succeeded = 1 } = {}) => ({
  type: 'a.kind',
  status,
  dryRun,
  succeeded,
})

const reasonOf = (verdict: ReturnType<typeof undoVerdict>) => (verdict.allow ? null : verdict.reason.reason)

test.group('what a caller can do to an operation', () => {
  test('an undo of one that is {0} is refused with {3}')
    .with([
      ['completed', {}, { undo: {} }, null],
      ['cancelled', {}, { undo: {} }, null],
      ['failed', {}, { undo: {} }, null],
      ['running', {}, { undo: {} }, 'unfinished'],
      ['cancelling', {}, { undo: {} }, 'unfinished'],
      ['completed', { dryRun: true }, { undo: {} }, 'changed-nothing'],
      ['completed', { succeeded: 0 }, { undo: {} }, 'changed-nothing'],
      ['running', {}, { undo: null }, 'not-undoable'],
    ] as [OperationStatus, object, { undo: object | null }, string | null][])
    .run(({ assert }, [status, facts, kind, reason]) => {
      assert.equal(reasonOf(undoVerdict(operation(status, facts), kind)), reason)
    })

  test('applying a dry run that is {0} is refused with {3}')
    .with([
      ['completed', true, true, null],
      ['cancelled', true, true, 'dry-run-unfinished'],
      ['running', true, true, 'dry-run-unfinished'],
      ['completed', true, false, 'not-applicable'],
      ['completed', false, true, 'no-dry-run'],
    ] as [OperationStatus, boolean, boolean, string | null][])
    .run(({ assert }, [status, dryRun, appliesDryRun, reason]) => {
      assert.equal(reasonOf(applyVerdict(operation(status, { dryRun }), { appliesDryRun })), reason)
    })
})
