import { test } from '@japa/runner'
import { DENIALS } from '#runtime/rules/denials'
import { textOf } from '#tests/testkit/project_files'

/** The reason codes that a guide explains: the names in code font in the first cell of each row. */
function told(guide: string): string[] {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((line) => [...line.split('|')[1].matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code))
}

test.group('the table of denials in docs/protocol.md', () => {
  test('has every reason for which authorize says no, and no other', async ({ assert }) => {
    const chapter = /^## Denials$([^]*?)^## /m.exec(await textOf('docs/protocol.md'))![1]
    assert.sameMembers(told(chapter), Object.keys(DENIALS))
  })
})
