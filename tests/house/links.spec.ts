import { stat } from 'node:fs/promises'
import { dirname, normalize } from 'node:path'
import { test } from '@japa/runner'
import { anchorsOf, localLinksOf } from '#tests/testkit/markdown'
import { pages, ROOT, textOf } from '#tests/testkit/project_files'

/** The anchors of linked pages, so that a page with a thousand links to it is read once. */
const anchors = new Map<string, Promise<Set<string>>>()

function anchorsOfPage(page: string): Promise<Set<string>> {
  const known = anchors.get(page) ?? textOf(page).then(anchorsOf)
  anchors.set(page, known)
  return known
}

/** The reason why a link of a page leads nowhere; null if it leads somewhere. */
async function deadEnd(page: string, href: string): Promise<string | null> {
  const [path, anchor] = href.split('#')
  const target = path ? normalize(`${dirname(page)}/${decodeURI(path)}`) : page
  const exists = await stat(`${ROOT}/${target}`).catch(() => null)
  if (!exists) return `${target} does not exist`
  if (!anchor) return null
  return (await anchorsOfPage(target)).has(anchor) ? null : `${target} has no heading #${anchor}`
}

test.group('links between the documents', () => {
  test('lead to a file, and to a heading of it', async ({ assert }) => {
    const wrong: string[] = []
    let links = 0
    for (const page of await pages()) {
      for (const { href, line } of localLinksOf(await textOf(page))) {
        links++
        const problem = await deadEnd(page, href)
        if (problem) wrong.push(`${page}:${line}: ${problem}`)
      }
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(links, 100)
  })

  test('are found with their lines', ({ assert }) => {
    const page = [
      '# A page',
      '',
      'A [web page](https://example.com/a), [one](one.md) and',
      '[two](two.md#b).',
      '',
      '```sh',
      '[none](none.md)',
      '```',
      '',
      '| a | b |',
      '|---|---|',
      '| `[no](no.md)` | ![three](three.png) |',
    ].join('\n')
    assert.deepEqual(localLinksOf(page), [
      { href: 'one.md', line: 3 },
      { href: 'two.md#b', line: 4 },
      { href: 'three.png', line: 12 },
    ])
  })

  test('that lead nowhere are told why', async ({ assert }) => {
    assert.equal(await deadEnd('docs/accounts.md', 'nowhere.md'), 'docs/nowhere.md does not exist')
    assert.equal(
      await deadEnd('docs/accounts.md', 'spec/interface.md#57-cors'),
      'docs/spec/interface.md has no heading #57-cors'
    )
    assert.isNull(await deadEnd('docs/accounts.md', '../README.md#settings'))
  })

  test('reach every document of the specification from its index', async ({ assert }) => {
    const index = 'docs/spec/README.md'
    const linked = localLinksOf(await textOf(index)).map(({ href }) => `docs/spec/${href}`)
    const documents = (await pages()).filter((page) => page.startsWith('docs/spec/') && page !== index)
    assert.includeMembers(linked, documents)
  })
})
