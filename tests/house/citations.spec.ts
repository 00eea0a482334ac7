import { test } from '@japa/runner'
import { citationsOf, uncheckedCitationsOf } from '#tests/testkit/citations'
import { ambiguousHeadings, anchorsOf } from '#tests/testkit/markdown'
import { pages, projectFiles, textOf } from '#tests/testkit/project_files'

const SPEC = 'docs/spec/'
/** The examples in this file lead nowhere on purpose. */
const THIS = 'tests/house/citations.spec.ts'

/** The names of documents as citations write them, with the anchors of each. */
async function specification(): Promise<Map<string, Set<string>>> {
  const documents = (await pages()).filter((page) => page.startsWith(SPEC) && !page.endsWith('README.md'))
  const read = documents.map(async (page) => {
    const name = page.slice(SPEC.length, -'.md'.length)
    return [name, anchorsOf(await textOf(page))] as const
  })
  return new Map(await Promise.all(read))
}

/** `line: problem` for each citation of a text that leads nowhere. */
function deadEnds(text: string, spec: Map<string, Set<string>>): string[] {
  return citationsOf(text).flatMap(({ document, anchor, line }) => {
    const anchors = spec.get(document)
    if (!anchors) return [`${line}: ${SPEC}${document}.md does not exist`]
    return anchors.has(anchor) ? [] : [`${line}: ${SPEC}${document}.md has no heading #${anchor}`]
  })
}

test.group('citations of the specification', () => {
  test('lead to a heading', async ({ assert }) => {
    const spec = await specification()
    const wrong: string[] = []
    let citations = 0
    for (const file of (await projectFiles()).filter((one) => one !== THIS)) {
      const text = await textOf(file)
      citations += citationsOf(text).length
      wrong.push(...deadEnds(text, spec).map((problem) => `${file}:${problem}`))
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(citations, 400)
  })

  test('name a heading, not the number of a part', async ({ assert }) => {
    const wrong: string[] = []
    for (const file of (await projectFiles()).filter((one) => one !== THIS && !one.startsWith(SPEC))) {
      const found = uncheckedCitationsOf(await textOf(file))
      wrong.push(...found.map(({ words, line }) => `${file}:${line}: "${words}": see ${SPEC}README.md`))
    }
    assert.deepEqual(wrong, [])
  })

  test('stay what they are: no two headings of a document share an anchor', async ({ assert }) => {
    for (const page of (await pages()).filter((one) => one.startsWith(SPEC))) {
      assert.deepEqual(ambiguousHeadings(await textOf(page)), [], page)
    }
  })

  test('are told with their line when they lead nowhere', ({ assert }) => {
    const spec = new Map([['interface', anchorsOf('# Title\n\n## 5.6 `Idempotency`\n')]])
    const text = '/** (interface#56-idempotency) */\n\n// interface#56-idempotence, contract/02-none#title'
    assert.deepEqual(deadEnds(text, spec), [
      '3: docs/spec/interface.md has no heading #56-idempotence',
      '3: docs/spec/contract/02-none.md does not exist',
    ])
  })

  for (const words of [
    '(interface 5.6)',
    'Interface 5.6 says',
    'of the (contract 3, Policy)',
    '* (see contract\n * 3)',
    '(contract, Bounds)',
    '(contract: fails closed)',
    '(part 1+)',
    '(part 1, Ace)',
  ]) {
    test(`are not ${JSON.stringify(words)}`, ({ assert }) => {
      assert.lengthOf(uncheckedCitationsOf(words), 1)
    })
  }

  for (const words of [
    'interface Part { }',
    '(interface#56-idempotency)',
    'part 3 of the file',
    'the contract',
  ]) {
    test(`may stand beside ${JSON.stringify(words)}`, ({ assert }) => {
      assert.deepEqual(uncheckedCitationsOf(words), [])
    })
  }
})
