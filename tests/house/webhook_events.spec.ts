import { test } from '@japa/runner'
import { EventShapes } from '#webhooks/http/events_shape'
import { textOf } from '#tests/testkit/project_files'

/** The names in code font, without those in parentheses. */
const named = (cell: string) =>
  [...cell.replace(/\(.*?\)/g, '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)

/** The data that a guide lists for each event. */
function told(guide: string): Record<string, string[]> {
  const events: Record<string, string[]> = {}
  for (const line of guide.split('\n')) {
    const [, names = '', , data = ''] = line.split('|')
    for (const name of named(names)) if (/^\w+\.\w+$/.test(name)) events[name] = named(data).toSorted()
  }
  return events
}

test.group('the table of events in docs/webhooks.md', () => {
  test('has every event, with all that it carries', async ({ assert }) => {
    const carried = Object.entries(EventShapes).map(([name, { properties }]) => [
      name,
      Object.keys(properties).toSorted(),
    ])
    assert.deepEqual(told(await textOf('docs/webhooks.md')), Object.fromEntries(carried))
  })
})
