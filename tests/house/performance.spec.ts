import { test } from '@japa/runner'
import { PROMISES } from '../../benchmarks/promises.js'
import { projectFiles, textOf } from '#tests/testkit/project_files'

const page = await textOf('docs/performance.md')

/** The cells of the rows of promises. */
const rows = [...page.matchAll(/^\| (P\d+) \|(.*)\|$/gm)].map(([, promise, cells]) => {
  const [, floor, aim, benchmarks] = cells.split('|').map((cell) => cell.trim())
  return { promise, floor, aim, benchmarks }
})

test.group('docs/performance.md', () => {
  test('promises what the benchmarks print', ({ assert }) => {
    const told = Object.fromEntries(rows.map(({ promise, floor, aim }) => [promise, { floor, aim }]))
    assert.deepEqual(told, PROMISES)
  })

  test('names a benchmark for each promise, and measures each promise in the benchmark that it names', async ({
    assert,
  }) => {
    for (const { promise, benchmarks } of rows) {
      const names = [...benchmarks.matchAll(/`(\w+)`/g)].map(([, name]) => name)
      assert.isNotEmpty(names, promise)
      for (const name of names) {
        assert.match(await textOf(`benchmarks/${name}.ts`), new RegExp(`\\b${promise}\\b`), promise)
      }
    }
  })

  test('explains every benchmark and every variable', async ({ assert }) => {
    const main = await textOf('benchmarks/main.ts')
    for (const [, name] of main.matchAll(/^ {2}(\w+): \(\) => import/gm)) {
      assert.match(page, new RegExp(`^\\| [^|]*\`${name}\``, 'm'), name)
    }
    const files = (await projectFiles()).filter((file) => file.startsWith('benchmarks/'))
    const texts = await Promise.all(files.map(textOf))
    const read = texts.flatMap((text) =>
      [...text.matchAll(/process\.env\.(BENCH_\w+)/g)].map(([, name]) => name)
    )
    const told = [...page.matchAll(/^\| `(BENCH_\w+)` \|/gm)].map(([, name]) => name)
    assert.sameMembers(told, [...new Set(read)])
  })
})
