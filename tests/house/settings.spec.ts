import { test } from '@japa/runner'
import { settings } from '#config/settings/table'
import { projectFiles, textOf } from '#tests/testkit/project_files'
import { MADE_PAGES, withMadePart } from '../../bin/pages/made_pages.js'
import { envExample } from '../../bin/pages/settings_text.js'

const CODE = /^(app|bin|commands|config|start)\/.*\.ts$/

/**
 * The test runners set what an operator normally sets; terminals say through the environment whether they support
 * colours.
 */
const OTHERS = ['bin/test.ts', 'bin/unit.ts', 'bin/plain_output.ts']

/** The forms in which code reads settings: by name from the whole environment, and from `env` of `#start/env`. */
const READ = [
  /process\.env\.([A-Z]\w+)/g,
  /process\.env\[['"](\w+)['"]\]/g,
  /\benv\.get\(\s*'(\w+)'/g,
  /\{([A-Z0-9_,\s]+)\} = process\.env/g,
]

/** The settings that the code reads, each with a file that reads it. */
async function readByCode(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of (await projectFiles()).filter((one) => CODE.test(one) && !OTHERS.includes(one))) {
    const text = await textOf(file)
    for (const [, names] of READ.flatMap((pattern) => [...text.matchAll(pattern)])) {
      for (const name of names.split(',')) found.set(name.trim(), file)
    }
  }
  return found
}

test.group('what documents say of the code', () => {
  test('{0} is as "npm run pages" makes it')
    .with(Object.keys(MADE_PAGES).map((page) => [page] as const))
    .run(async ({ assert }, [page]) => {
      const text = await textOf(page)
      assert.equal(withMadePart(text, MADE_PAGES[page]()), text)
    })
})

test.group('the table of the settings', () => {
  test('is what .env.example says: npm run pages', async ({ assert }) => {
    assert.equal(await textOf('.env.example'), envExample())
  })

  test('has every setting that the code reads, and no other', async ({ assert }) => {
    const read = await readByCode()
    for (const [name, file] of read) assert.property(settings, name, `${file} reads ${name}`)
    for (const name of Object.keys(settings)) assert.isTrue(read.has(name), `nothing reads ${name}`)
  })

  test('is read in config alone; before the start by its name', async ({ assert }) => {
    const early: string[] = []
    for (const file of (await projectFiles()).filter((one) => one.startsWith('app/'))) {
      const text = await textOf(file)
      assert.notMatch(text, /#start\/env|\benv\.get\(/, file)
      if (text.includes('process.env')) early.push(file)
    }
    assert.deepEqual(early, ['app/terminal/arrange_kernel.ts', 'app/terminal/error_handler.ts'])
  })

  test('gives each setting a sentence, and a default or words for none', ({ assert }) => {
    for (const [name, { about }] of Object.entries(settings)) {
      assert.match(about.says, /^\S.*\.$/, name)
      assert.isTrue((about.default === undefined) !== (about.unset === undefined), name)
      assert.isFalse(Boolean(about.secret && about.default), `${name}: a secret has no default`)
    }
  })

  test('has defaults that pass their own checks', ({ assert }) => {
    for (const [name, row] of Object.entries(settings)) {
      const { default: value } = row.about
      const given = typeof value === 'object' ? Object.values(value) : [value]
      for (const one of given) if (one !== undefined) assert.isDefined(row(name, one), name)
    }
  })
})
