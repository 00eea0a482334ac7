import { test } from '@japa/runner'
import { namesOf, speaksOf } from '#tests/testkit/identifiers'
import { projectFiles, textOf } from '#tests/testkit/project_files'

/** Names that may contain a word to avoid, each with the reason. */
const ALLOWED: Record<string, string> = {
  unit_of_work: 'the name of the pattern; what it opens are transactions',
  rate_limits_scripts: 'scripts that Redis runs',
  seat_writes: 'a seat is a session or a binding: whatever a license has a limited number of',
}

/** Names that several files may have, each with the reason. */
const REPEATED: Record<string, string> = {
  'api.ts': 'each subject describes its routes',
  'kind.ts': 'a folder per kind of operation',
  'params.ts': 'a folder per kind of operation',
  'licenses_controller.ts': 'the secondary routes mirror the others',
  LicensesController: 'the secondary routes mirror the others',
}

/** The words of the glossary, each with the words to avoid. */
async function glossary(): Promise<{ word: string; avoid: string[] }[]> {
  const rows = (await textOf('docs/glossary.md')).matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)
  return [...rows]
    .map(([, word, avoid]) => ({ word, avoid: avoid.split(', ') }))
    .filter(({ word }) => word !== 'word')
}

test.group('the glossary', () => {
  test('is kept by the names of files and exports', async ({ assert }) => {
    const avoided = (await glossary()).flatMap(({ word, avoid }) => avoid.map((other) => ({ word, other })))
    const wrong: string[] = []
    const allowed = new Set<string>()
    for (const file of (await projectFiles()).filter((one) => /^(?:app|commands)\/.*\.ts$/.test(one))) {
      for (const name of namesOf(file, await textOf(file))) {
        const { word, other } = avoided.find((one) => speaksOf(name, one.other)) ?? {}
        if (word && name in ALLOWED) allowed.add(name)
        else if (word) wrong.push(`${file}: ${name} says "${other}" for ${word}`)
      }
    }
    assert.deepEqual(wrong, [])
    assert.sameMembers([...allowed], Object.keys(ALLOWED), 'an exception that nothing needs')
  })

  test('gives no name to two things', async ({ assert }) => {
    const homes = new Map<string, Set<string>>()
    for (const file of (await projectFiles()).filter((one) => /^(?:app|commands)\/.*\.ts$/.test(one))) {
      const [own, ...exports] = namesOf(file, await textOf(file))
      for (const name of [`${own}.ts`, ...exports]) {
        homes.set(name, (homes.get(name) ?? new Set()).add(file))
      }
    }
    const shared = [...homes].filter(([, files]) => files.size > 1)
    const wrong = shared.filter(([name]) => !(name in REPEATED))
    assert.deepEqual(
      wrong.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
      []
    )
    assert.sameMembers(
      shared.map(([name]) => name).filter((name) => name in REPEATED),
      Object.keys(REPEATED),
      'an exception that nothing needs'
    )
  })

  test('finds a word that has two meanings', async ({ assert }) => {
    const avoided = (await glossary()).flatMap(({ avoid }) => avoid)
    for (const name of ['ApiScope', 'hasScope', 'requireScopes', 'neededScope', 'scopeOfKeys']) {
      assert.isTrue(
        avoided.some((other) => speaksOf(name, other)),
        name
      )
    }
    for (const name of ['Scope', 'inScope', 'productsInScope', 'RequiredPermission']) {
      assert.isFalse(
        avoided.some((other) => speaksOf(name, other)),
        name
      )
    }
  })

  test('has each word once, and avoids none of its own', async ({ assert }) => {
    const words = (await glossary()).flatMap(({ word }) => word.split(', '))
    assert.isAbove(words.length, 30)
    assert.lengthOf(new Set(words), words.length)
    const avoid = (await glossary()).flatMap((one) => one.avoid)
    assert.deepEqual(
      avoid.filter((word) => words.includes(word)),
      []
    )
  })

  test('finds a word in any spelling of a name', ({ assert }) => {
    assert.isTrue(speaksOf('listWebhookHooks', 'hook'))
    assert.isTrue(speaksOf('api_token_strings', 'API token'.toLowerCase()))
    assert.isFalse(speaksOf('webhooks', 'hook'))
    assert.deepEqual(
      namesOf('a/list_tasks.ts', 'export const TASKS = 1, B = 2; export class Task {}; const c = 3'),
      ['list_tasks', 'TASKS', 'B', 'Task']
    )
  })
})
