import { test } from '@japa/runner'
import ts from 'typescript'
import { pages, projectFiles, textOf } from '#tests/testkit/project_files'

/** The contract names commands but does not say how to call them. */
const GIVEN = /^docs\/spec\//

const NAMED = /static commandName = '([^']+)'/

/** The form in which a shell calls a command, and the form in the help of Ace. */
const IN_FULL = /(?:npm run(?: -s)? ace -- |\{\{ binaryName \}\} )$/

/** The names of the commands of the service. */
async function commandNames(): Promise<string[]> {
  const files = (await projectFiles()).filter((file) => /^commands\/.*\.ts$/.test(file))
  const texts = await Promise.all(files.map(textOf))
  return texts.flatMap((text) => NAMED.exec(text)?.[1] ?? [])
}

/** The string literals and templates in a source file. */
function textsOf(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    else if (ts.isTemplateExpression(node)) found.push(node.getText().slice(1, -1))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return found
}

/**
 * The places in a text that name a command in another form than `npm run ace -- NAME`. A text that is only a name is
 * allowed.
 */
function otherSpellings(text: string, names: string[]): string[] {
  const name = new RegExp(`(?<![\\w:-])(?:${names.join('|')})(?![\\w:-])`, 'g')
  return [...text.matchAll(name)]
    .filter(({ 0: found, index }) => found !== text && !IN_FULL.test(text.slice(0, index)))
    .map(({ index }) => text.slice(Math.max(0, index - 20), index + 30).replace(/\n/g, ' '))
}

/**
 * The lines of a page that call Ace in another form than `npm run ace --`. A name alone is allowed, to say which
 * command is meant.
 */
function otherCalls(page: string, names: string[]): string[] {
  const call = new RegExp(`\\bace(?:\\.js)? (?:-- )?(?:${names.join('|')})(?![\\w:-])`)
  return page
    .split('\n')
    .filter((line) => call.test(line) || /\bnode ace\b/.test(line))
    .filter((line) => !/npm run(?: -s)? ace -- /.test(line))
}

test.group('Ace commands', () => {
  test('have one spelling in messages and help: npm run ace -- NAME', async ({ assert }) => {
    const names = (await commandNames()).filter((name) => name.includes(':'))
    assert.include(names, 'admin:grant')
    const wrong: string[] = []
    for (const file of (await projectFiles()).filter((one) => /^(?:app|commands)\/.*\.ts$/.test(one))) {
      for (const text of textsOf(file, await textOf(file))) {
        wrong.push(...otherSpellings(text, names).map((place) => `${file}: ${place}`))
      }
    }
    assert.deepEqual(wrong, [])
  })

  test('are called in one way in the documents', async ({ assert }) => {
    const names = await commandNames()
    const wrong: string[] = []
    let calls = 0
    for (const page of (await pages()).filter((one) => /^(?:[A-Z]+\.md|docs\/)/.test(one))) {
      if (GIVEN.test(page)) continue
      const text = await textOf(page)
      calls += text.match(/npm run (?:-s )?ace -- /g)?.length ?? 0
      wrong.push(...otherCalls(text, names).map((line) => `${page}: ${line}`))
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(calls, 10)
  })

  for (const [text, wrong] of [
    ['see queue:pause', 1],
    ['see npm run ace -- queue:pause', 0],
    ['  {{ binaryName }} queue:pause bulk', 0],
    ['node ace queue:pause', 1],
    ['queue:pause', 0],
    ['queue:paused', 0],
  ] as const) {
    test(`${wrong === 0 ? 'nothing is' : 'another spelling is'} found in a text: ${text}`, ({ assert }) => {
      assert.lengthOf(otherSpellings(text, ['queue:pause']), wrong)
    })
  }

  for (const [line, wrong] of [
    ['`node ace sso:disable ORG`', 1],
    ['node ace.js bootstrap', 1],
    ['ace bootstrap', 1],
    ['node ace build', 1],
    ['npm run ace -- bootstrap', 0],
    ['npm run -s ace -- bootstrap', 0],
    ['`sso:disable` switches it off', 0],
  ] as const) {
    test(`${wrong === 0 ? 'nothing is' : 'another call is'} found in a page: ${line}`, ({ assert }) => {
      assert.lengthOf(otherCalls(line, ['sso:disable', 'bootstrap']), wrong)
    })
  }
})
