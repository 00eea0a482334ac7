/**
 * `npm run guards`: runs the npm scripts that it is given, as many at a time as there are processors, because most of
 * them use one. Name the one that takes longest first. The output of a script is shown when the script has ended. After
 * a failure no further script begins.
 */
import '../require_node.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { atATime } from '#tests/testkit/at_a_time'

await atATime(availableParallelism(), process.argv.slice(2), async (script) => {
  if (process.exitCode) return
  const { code, output, seconds } = await run(script)
  console.log(`\n=== ${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s ===\n${output.trimEnd()}`)
  if (code !== 0) process.exitCode = 1
})

async function run(script: string) {
  const begun = performance.now()
  const child = spawn('npm', ['run', '-s', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, seconds: Math.round((performance.now() - begun) / 1000) }
}
