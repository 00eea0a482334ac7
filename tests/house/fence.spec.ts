import { test } from '@japa/runner'
import { arrowsOf, drawingBelow } from '#tests/testkit/drawings'
import { ROOT, textOf } from '#tests/testkit/project_files'

type Row = { holds: string[]; may: string[]; never?: string[]; packages?: string[] }

const { FENCE, PRODUCT } = (await import(`file://${ROOT}/fence/table.js`)) as {
  FENCE: Row[]
  PRODUCT: string[]
}
const page = await textOf('docs/architecture.md')

/** `app/kernel/json/` in the form in which the page writes it. */
const short = (path: string) => path.replace(/^app\//, '').replace(/\/$/, '')

/** The subjects with the subjects that each may import: the rows of `app/SUBJECT/` without its rules and its http. */
const subjects = new Map(
  FENCE.filter(({ packages }) => packages).map(({ holds }) => {
    const subject = holds[0].split('/')[1]
    const rest = FENCE.find((row) => row.holds[0] === `app/${subject}/`)!
    return [subject, rest.may.map(short).filter((one) => !['kernel', 'config'].includes(one))] as const
  })
)

/** The folders and files that hold a subject's rules. */
function rulesOf(subject: string): string[] {
  const { holds } = FENCE.find((row) => row.holds[0] === `app/${subject}/rules/`)!
  return holds.map((one) => one.replace(/\/$/, ''))
}

/** The second cell of the row whose first cell contains a folder. */
function cellOf(folder: string): string {
  const rows = page.split('\n').filter((line) => line.startsWith('| `') || line.startsWith('| the rest'))
  const inTable = rows.slice(rows.findIndex((line) => line.startsWith('| `*/rules`')))
  const row = inTable.find((line) => line.split('|')[1].includes(folder))
  if (!row) throw new Error(`docs/architecture.md has no row for ${folder}`)
  return row.split('|')[2]
}

/** The folders and files that a cell names in code font; `every subject` means all of them. */
function namesIn(cell: string): string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  return [...names, ...(cell.includes('every subject') ? subjects.keys() : [])].sort()
}

test.group('the table of imports in docs/architecture.md', () => {
  for (const folder of [
    'kernel',
    'http',
    'access',
    'terminal',
    'system',
    'legacy',
    'providers',
    'commands',
  ]) {
    test(`says what fence/table.js says of ${folder}`, ({ assert }) => {
      const row = FENCE.find(({ holds }) => holds.map(short).includes(folder))!
      assert.deepEqual(namesIn(cellOf(`\`${folder}\``)), row.may.map(short).sort())
    })
  }

  test('names every part of the kernel that rules may import', ({ assert }) => {
    const { may } = FENCE.find(({ holds }) => holds[0] === 'app/accounts/rules/')!
    assert.deepEqual(namesIn(cellOf('`*/rules`')), may.map(short).sort())
  })

  test('has one rule for each part of all subjects', ({ assert }) => {
    const rules = namesIn(cellOf('`*/rules`')).map((name) => `app/${name}`)
    for (const [subject, on] of subjects) {
      const mayOf = (folder: string) => FENCE.find(({ holds }) => holds.includes(folder))!.may
      const below = on.map((one) => `app/${one}/`)
      assert.sameMembers(
        mayOf(`app/${subject}/rules/`).map((one) => one.replace(/\/$/, '')),
        [...rules, ...on.flatMap(rulesOf)]
      )
      assert.includeMembers(mayOf(`app/${subject}/http/`), [
        ...['app/http/', 'app/access/', 'app/kernel/', 'config/'],
        ...below,
      ])
      assert.sameMembers(mayOf(`app/${subject}/`), ['app/kernel/', 'config/', ...below])
    }
  })

  test('has a drawing with the subjects that each subject may import', ({ assert }) => {
    const drawing = drawingBelow(page, 'Who may import whom', 'flowchart')
    const arrows = arrowsOf(drawing)
    const below = (subject: string): string[] =>
      arrows.filter(({ from }) => from === subject).flatMap(({ to }) => [to, ...below(to)])
    const named = drawing.lines.flatMap((line) => line.split(' --> '))
    assert.sameMembers([...new Set(named)], [...subjects.keys()])
    for (const [subject, on] of subjects) assert.sameMembers([...new Set(below(subject))], on, subject)
  })
})

test.group('the tree of docs/architecture.md', () => {
  test('has a line for each folder of the fence', ({ assert }) => {
    const listed = [...page.matchAll(/^\| `([\w/]+)` \|/gm)].map(([, name]) => name)
    const folders = FENCE.flatMap(({ holds }) => holds).filter((one) => /^app\/\w+\/$/.test(one))
    assert.includeMembers(
      listed,
      folders.map((one) => one.replace(/\/$/, ''))
    )
    for (const top of PRODUCT.filter((one) => one !== 'app/')) {
      assert.isTrue(
        listed.some((one) => `${one}/`.startsWith(top)),
        top
      )
    }
  })
})
