/**
 * `npm run bench` runs every benchmark, `npm run bench -- bulk import` some of them. Each prints rows of a
 * promise of the service: ours, the ceiling measured in the same run, and the ratio of the two.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const BENCHMARKS: Record<string, () => Promise<{ default: () => Promise<void> }>> = {
  authorize: () => import('./authorize.js'),
  refusals: () => import('./refusals.js'),
  webhooks: () => import('./webhooks.js'),
  licenses: () => import('./licenses.js'),
  enduser: () => import('./enduser.js'),
  bulk: () => import('./bulk.js'),
  import: () => import('./import.js'),
  export: () => import('./export.js'),
  workers: () => import('./workers.js'),
  fairness: () => import('./fairness.js'),
  isolation: () => import('./isolation.js'),
  releases: () => import('./releases.js'),
  storefront: () => import('./storefront.js'),
  console: () => import('./console.js'),
}

if (process.argv.includes('--help')) {
  console.log(
    `npm run bench -- [NAME ...]\nRuns all benchmarks, or those named: ${Object.keys(BENCHMARKS).join(', ')}`
  )
  console.log('docs/performance.md says what each of them measures.')
  process.exit()
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = asked.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(1)
}

const names = asked.length > 0 ? asked : Object.keys(BENCHMARKS)
if (names.length === 1) {
  console.log(`\n${names[0]}`)
  const { default: run } = await BENCHMARKS[names[0]]()
  await run()
} else {
  for (const name of names) await alone(name)
}

/** Runs a benchmark in its own process, because it configures the settings and the database of its process. */
async function alone(name: string) {
  const child = fork(fileURLToPath(import.meta.url), [name])
  const [code] = await once(child, 'close')
  if (code !== 0) process.exitCode = 1
}
