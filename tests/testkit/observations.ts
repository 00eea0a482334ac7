import { Writable } from 'node:stream'
import { Logger } from '@adonisjs/core/logger'
import { logObservations } from '#kernel/observe/log_observations'
import type { Observation } from '#kernel/observe/observations'
import { until } from './wait.js'

type Line = Record<string, unknown> & { msg: string }

/** A logger that keeps its lines. All observations are logged to it until the test ends. */
export function loggedObservations(cleanup: (end: () => void) => void) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().split('\n').filter(Boolean))
      done()
    },
  })
  cleanup(logObservations(new Logger({ enabled: true, level: 'debug', destination: stream } as never)))
  const find = (name: Observation, fits: (line: Line) => boolean) =>
    until(`a line for ${name}`, () => {
      const parsed = lines.map((line) => JSON.parse(line) as Line)
      const found = parsed.filter((one) => one.msg === name.replaceAll('_', ' ') && fits(one))
      return found.length > 0 && found
    })
  return { lines, find }
}
