import { test } from '@japa/runner'
import { DEFAULT_POLICY } from '#catalog/rules/policy'
import { pages, textOf } from '#tests/testkit/project_files'

/** The blocks of a page that readers paste into a shell. */
async function shellBlocks(page: string): Promise<string[]> {
  const text = await textOf(page)
  return [...text.matchAll(/^ *```(?:sh|bash|shell)\n([\s\S]*?)^ *```/gm)].map(([, block]) => block)
}

/** A block with the content of all quotes removed. */
const unquoted = (block: string) => block.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, '""')

test.group('examples that people paste', () => {
  test('hold nothing that zsh reads in another way than bash', async ({ assert }) => {
    let blocks = 0
    for (const page of await pages()) {
      for (const block of await shellBlocks(page)) {
        blocks++
        const bare = unquoted(block)
        assert.notMatch(bare, /(^|\s)#/, `${page}: zsh runs comments as commands:\n${block}`)
        assert.notMatch(
          bare,
          /\s[^\s$"=]*[?*[\]]/,
          `${page}: zsh takes this for a pattern of files:\n${block}`
        )
      }
    }
    assert.isAbove(blocks, 10)
  })

  test('find what the quickstart left behind wherever DATA_DIR and PORT are', async ({ assert }) => {
    // The guide for app developers has placeholders for the address and the key.
    for (const page of (await pages()).filter((one) => one !== 'docs/app-developers.md')) {
      for (const block of await shellBlocks(page)) {
        assert.notMatch(block, /(^|[\s=])storage\/quickstart/m, page)
        assert.notMatch(block, /127\.0\.0\.1:3333/, page)
      }
    }
  })

  test('every field of a policy is documented with its default', async ({ assert }) => {
    const text = await textOf('docs/policies.md')
    for (const [field, value] of Object.entries(DEFAULT_POLICY)) {
      assert.match(text, new RegExp(`^\\| \`${field}\` \\| \`?${value}\`? \\|`, 'm'), field)
    }
  })
})
