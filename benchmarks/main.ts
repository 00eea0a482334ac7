/**
 * `npm run bench` runs every benchmark, `npm run bench -- bulk import` some of them. Each prints rows of a
 * promise of the service: ours, the ceiling measured in the same run, and the ratio of the two.
 */
const BENCHMARKS: Record<string, () => Promise<{ default: () => Promise<void> }>> = {
  authorize: () => import('./authorize.js'),
  webhooks: () => import('./webhooks.js'),
  licenses: () => import('./licenses.js'),
  bulk: () => import('./bulk.js'),
  import: () => import('./import.js'),
  export: () => import('./export.js'),
  workers: () => import('./workers.js'),
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = asked.filter((name) => !(name in BENCHMARKS))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}`)
  process.exit(1)
}

for (const name of asked.length > 0 ? asked : Object.keys(BENCHMARKS)) {
  console.log(`\n${name}`)
  const { default: run } = await BENCHMARKS[name]()
  await run()
}
