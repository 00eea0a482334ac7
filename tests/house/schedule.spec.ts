import { test } from '@japa/runner'
import { catalog, schedule } from '#kernel/queues/catalog'
import { textOf } from '#tests/testkit/project_files'

const UNITS: Record<string, number> = { s: 1000, min: 60_000, h: 3_600_000 }

/** The rows of the table in the form `name queue milliseconds`. */
const told = (page: string) =>
  [...page.matchAll(/^\| `([\w.]+)` \| (\w+) \| (\d+) (s|min|h) \| .+ \|$/gm)].map(
    ([, name, queue, count, unit]) => `${name} ${queue} ${Number(count) * UNITS[unit]}`
  )

test.group('the table of repeating jobs in docs/operating.md', () => {
  test('has every job of the schedule, with its queue and its interval', async ({ assert }) => {
    const known = schedule.map(({ name, every }) => `${name} ${catalog[name].queue} ${every}`)
    assert.sameMembers(told(await textOf('docs/operating.md')), known)
  })
})
