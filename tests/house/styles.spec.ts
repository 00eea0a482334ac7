import { test } from '@japa/runner'
import { projectFiles, textOf } from '#tests/testkit/project_files'

/** The text of the console's and portal's files with this ending. */
async function pagesText(ending: string): Promise<string[]> {
  const files = (await projectFiles()).filter((file) => /^resources\/(console|portal)\/src\//.test(file))
  return Promise.all(files.filter((file) => file.endsWith(ending)).map(textOf))
}

/** The classes that a page names: a text, or one of the two texts of a condition. */
function classesOf(page: string): string[] {
  const texts = [
    ...page.matchAll(/className="([^"]*)"/g),
    ...[...page.matchAll(/className=\{([^}]*)\}/g)].flatMap(([, code]) => [
      ...code.matchAll(/[?:] '([^']*)'/g),
    ]),
  ].map(([, text]) => text)
  return texts.flatMap((text) => text.split(/\s+/)).filter((name) => name !== '')
}

test.group('style sheets of the pages', () => {
  test('have a rule for each class that a page names', async ({ assert }) => {
    const known = new Set(
      (await pagesText('.css')).flatMap((sheet) =>
        [...sheet.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)
      )
    )
    const named = new Set((await pagesText('.tsx')).flatMap(classesOf))
    assert.isAbove(named.size, 100)
    assert.deepEqual(
      [...named].filter((name) => !known.has(name)),
      []
    )
  })
})
