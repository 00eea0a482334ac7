import { test } from '@japa/runner'
import { localLinksOf } from '#tests/testkit/markdown'
import { pages, textOf } from '#tests/testkit/project_files'

const FOLDER = 'docs/decisions/'
const numbered = (await pages()).filter((page) => /^docs\/decisions\/\d{4}-[\w-]+\.md$/.test(page))

test.group('the records of decisions', () => {
  test('are numbered without a gap, in file name and title', async ({ assert }) => {
    assert.isAbove(numbered.length, 0)
    for (const [at, page] of numbered.entries()) {
      const number = String(at + 1).padStart(4, '0')
      assert.isTrue(page.startsWith(`${FOLDER}${number}-`), page)
      assert.match(await textOf(page), new RegExp(`^# ${number} \\S`), page)
    }
  })

  test('have a context, a decision and what was rejected', async ({ assert }) => {
    for (const page of numbered) {
      const headings = [...(await textOf(page)).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
      assert.deepEqual(headings, ['Context', 'Decision', 'Rejected'], page)
    }
  })

  test('stand in the index with their titles, and so does every page of an area', async ({ assert }) => {
    const index = await textOf('docs/decisions.md')
    const linked = localLinksOf(index).map(({ href }) => `docs/${href}`)
    assert.includeMembers(
      linked,
      (await pages()).filter((page) => page.startsWith(FOLDER))
    )
    for (const page of numbered) {
      const [, number, title] = /^# (\d{4}) (.*)$/m.exec(await textOf(page))!
      assert.include(index, `| [${number}](${page.slice('docs/'.length)}) | ${title} |`)
    }
  })
})
