import { test } from '@japa/runner'
import { OPERATION_TYPES } from '#operations/kinds/registry'
import { projectFiles, textOf } from '#tests/testkit/project_files'

const TYPE = /['"`]((?:licenses|end_users)\.[a-z_]+)['"`]/g

async function typesIn(file: string): Promise<string[]> {
  return [...(await textOf(file)).matchAll(TYPE)].map(([, type]) => type)
}

test.group('kinds of operations', () => {
  test('are named by their own files alone', async ({ assert }) => {
    const code = (await projectFiles()).filter((file) => /^(?:app|commands|config|start)\/.*\.ts$/.test(file))
    const kinds = code.filter((file) => file.startsWith('app/operations/kinds/'))
    const own = (await Promise.all(kinds.map(typesIn))).flat()
    assert.lengthOf(own, OPERATION_TYPES.length)
    assert.lengthOf(new Set(own), own.length)
    const elsewhere: string[] = []
    for (const file of code.filter((one) => !kinds.includes(one))) {
      for (const type of await typesIn(file)) if (own.includes(type)) elsewhere.push(`${file}: ${type}`)
    }
    assert.deepEqual(elsewhere, [])
  })
})
