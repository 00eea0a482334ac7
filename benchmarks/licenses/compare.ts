import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { goalOf } from '../promises.js'

const SIZES = (process.env.BENCH_LICENSES ?? '10000,1000000').split(',').map(Number)

/** The number of measurements of each kind; creating is last and rare, because it makes the table grow. */
const ROUNDS = 60
const CREATIONS = 12

/**
 * P10: the cost of a task with few and with many licenses in the database. Each size has its own process and
 * database, and they take turns, so that other load on the machine affects both. BENCH_LICENSES lists the sizes
 * ("10000,1000000"); `work` is one of those of `measure.ts`.
 */
export async function compareSizes(work: string) {
  const services = await Promise.all(SIZES.map((size) => open(size, work)))
  try {
    const tasks = await services[0].ask('tasks')
    for (const name of tasks as string[]) {
      const times: number[][] = SIZES.map(() => [])
      for (let round = -3; round < (name.startsWith('create') ? CREATIONS : ROUNDS); round++) {
        for (const [at, service] of services.entries()) {
          const ms = (await service.ask(name)) as number
          if (round >= 0) times[at].push(ms)
        }
      }
      const [few, many] = times.map(median)
      const figures = `${SIZES[0]}: ${few.toFixed(2)} ms, ${SIZES[1]}: ${many.toFixed(2)} ms`
      console.log(`P10  ${name}: ${figures}, ratio ${(many / few).toFixed(2)} (${goalOf('P10')})`)
    }
  } finally {
    await Promise.all(services.map((service) => service.close()))
  }
}

async function open(size: number, work: string) {
  const child: ChildProcess = fork(new URL('./measure.ts', import.meta.url), [String(size), work], {
    execArgv: ['--import=@poppinss/ts-exec'],
  })
  const answers = on(child, 'message')
  const next = async () => ((await answers.next()).value as unknown[])[0]
  // The framework itself sends "ready" before there is a single license.
  while ((await next()) !== 'filled');
  return {
    async ask(what: string) {
      child.send(what)
      return next()
    },
    async close() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
