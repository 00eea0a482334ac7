import { test } from '@japa/runner'
import { OutageLog } from '#kernel/observe/outage_log'

const SECOND = 1000

/** An outage with the lines that it has logged. */
function stage() {
  const lines: string[] = []
  const note = (level: string) => (facts: object, message: string) => {
    lines.push(`${level} ${(facts as { failures: number }).failures}: ${message}`)
  }
  const outage = new OutageLog('they are counted again', {}, { warn: note('warn'), info: note('info') })
  return { outage, lines }
}

test.group('the log of an outage', () => {
  test('has its beginning, a line a minute, and its end', ({ assert }) => {
    const { outage, lines } = stage()
    outage.worked(0)
    for (let second = 1; second <= 100; second++)
      outage.failed(new Error(), 'they are not counted', second * SECOND)
    outage.worked(102 * SECOND)
    outage.worked(103 * SECOND)
    assert.deepEqual(lines, [
      'warn 1: they are not counted',
      'warn 61: they are not counted',
      'info 100: they are counted again',
    ])
  })

  test('does not say the end for a call that began before it', ({ assert }) => {
    const { outage, lines } = stage()
    outage.failed(new Error(), 'they are not counted', 0)
    outage.worked(SECOND / 2)
    assert.lengthOf(lines, 1)
    outage.worked(SECOND)
    assert.lengthOf(lines, 2)
  })

  test('has a line a minute too if it comes and goes', ({ assert }) => {
    const { outage, lines } = stage()
    for (let second = 0; second < 60; second += 4) {
      outage.failed(new Error(), 'they are not counted', second * SECOND)
      outage.worked((second + 2) * SECOND)
    }
    assert.lengthOf(lines, 2)
  })
})
