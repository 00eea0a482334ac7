import { test } from '@japa/runner'
import ProgressLine from '#terminal/progress_line'

/** contract#ace-commands */
test.group('the progress of a long task', () => {
  /** The lines of a task in a log, which is looked at five times a second; each entry is what one look finds. */
  const logged = (looks: [done: number, total: number][]) => {
    const lines: string[] = []
    const line = new ProgressLine('bulk', { write: (text) => lines.push(text) })
    looks.forEach(([done, total], at) => line.update(done, total, null, at * 200))
    return lines
  }

  test('in a log is a line a second at most, and the last one', ({ assert }) => {
    const looks = Array.from({ length: 9 }, (_, at) => [at * 10, 85] as [number, number])
    assert.deepEqual(logged([...looks, [85, 85]]), [
      'bulk: 0 of 85\n',
      'bulk: 50 of 85\n',
      'bulk: 85 of 85\n',
    ])
  })

  test('in a log is said once while nothing happens', ({ assert }) => {
    assert.deepEqual(logged(Array.from({ length: 600 }, () => [0, 0])), ['bulk: counting\n'])
  })

  test('on a terminal is one line that is rewritten', ({ assert }) => {
    const texts: string[] = []
    const line = new ProgressLine('bulk', { isTTY: true, write: (text) => texts.push(text) })
    line.update(1, 4)
    line.finish('4 changed')
    assert.match(texts[0], /^\r\S+bulk █{6}░{18}  25%  1 of 4$/)
    assert.match(texts[1], /^\r\S+bulk: 4 changed\n$/)
  })
})
