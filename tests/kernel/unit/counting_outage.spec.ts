import { test } from '@japa/runner'
import { CountingOutage } from '#kernel/limits/counting_outage'

const SECOND = 1000

/** An outage with the lines that it has logged. */
function stage() {
  const lines: string[] = []
  const note = (level: string) => (facts: object, message: string) => {
    lines.push(`${level} ${(facts as { failures: number }).failures}: ${message}`)
  }
  const outage = new CountingOutage('attempts', { warn: note('warn'), info: note('info') })
  return { outage, lines }
}

test.group('an outage of what counts', () => {
  test('is logged when it begins, once a minute, and when it ends', ({ assert }) => {
    const { outage, lines } = stage()
    outage.worked(0)
    for (let second = 1; second <= 100; second++) outage.failed(new Error(), 'they pass', second * SECOND)
    outage.worked(102 * SECOND)
    outage.worked(103 * SECOND)
    assert.deepEqual(lines, [
      'warn 1: attempts cannot be counted: they pass',
      'warn 61: attempts cannot be counted: they pass',
      'info 100: attempts are counted again',
    ])
  })

  test('does not end with a call that began before it', ({ assert }) => {
    const { outage, lines } = stage()
    outage.failed(new Error(), 'they pass', 0)
    outage.worked(SECOND / 2)
    assert.lengthOf(lines, 1)
    outage.worked(SECOND)
    assert.lengthOf(lines, 2)
  })

  test('that comes and goes is logged once a minute too', ({ assert }) => {
    const { outage, lines } = stage()
    for (let second = 0; second < 60; second += 4) {
      outage.failed(new Error(), 'they pass', second * SECOND)
      outage.worked((second + 2) * SECOND)
    }
    assert.lengthOf(lines, 2)
  })
})
