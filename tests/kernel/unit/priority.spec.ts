import { getPriority, setPriority } from 'node:os'
import { test } from '@japa/runner'
import { answerFirst } from '#kernel/time/priority'

test.group('the thread that answers requests', () => {
  test('comes before others where the system allows it, and is as it was elsewhere', ({
    assert,
    cleanup,
  }) => {
    const before = getPriority()
    cleanup(() => setPriority(before))
    const isAllowed = process.platform === 'linux' && before === 0 && allows(-1)
    setPriority(before)
    answerFirst()
    assert.equal(getPriority(), isAllowed ? -5 : before)
  })

  test('keeps what an operator has chosen', ({ assert, cleanup }) => {
    const before = getPriority()
    cleanup(() => setPriority(before))
    setPriority(before + 3)
    answerFirst()
    assert.equal(getPriority(), before + 3)
  }).skip(process.getuid?.() !== 0, 'only root may go back to what was before')
})

/** True if this process may have a higher priority than others, as root and processes with CAP_SYS_NICE may. */
function allows(nice: number): boolean {
  try {
    setPriority(nice)
    return true
  } catch {
    return false
  }
}
