import { test } from '@japa/runner'
import { importFields } from '#licensing/store/columns'
import { textOf } from '#tests/testkit/project_files'

test.group('the columns of an import in docs/operating/operations.md', () => {
  test('are all named', async ({ assert }) => {
    const [, section] = (await textOf('docs/operating/operations.md')).split('## Columns of an import\n')
    const named = [...section.split('\n## ')[0].matchAll(/`(\w+)`/g)].map(([, name]) => name)
    assert.includeMembers(named, importFields())
  })
})
