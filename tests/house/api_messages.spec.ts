import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { CODES } from '#kernel/refusals/codes'
import { messagesOf } from '#tests/testkit/api_messages'
import { projectFiles, ROOT, textOf } from '#tests/testkit/project_files'

const PAGE = 'tests/house/api_messages.md'

/** Files whose texts are for the terminal, for mails or for the log of a start. */
const OTHERS = [
  'app/terminal/',
  'app/providers/',
  'app/kernel/mail/',
  'app/kernel/database/',
  'app/kernel/redis/redis_uses.ts',
  'app/kernel/refusals/codes.ts',
  'app/kernel/refusals/explanations.ts',
  'app/system/doctor/',
  'app/system/health/start_line.ts',
]

/** Sentences of the API document. */
const DESCRIPTION = /^app\/http\/api\/|[/_]api\.ts$|_shape\.ts$/

/** All messages, by code and by subject, as the page shows them. */
async function pageOfMessages(): Promise<string> {
  const bySubject = new Map<string, Set<string>>()
  for (const file of (await projectFiles()).filter((one) => /^app\/.*\.ts$/.test(one))) {
    if (OTHERS.some((other) => file.startsWith(other)) || DESCRIPTION.test(file)) continue
    const subject = file.split('/')[1]
    const messages = bySubject.get(subject) ?? new Set()
    messagesOf(file, await textOf(file)).forEach((message) => messages.add(message))
    bySubject.set(subject, messages)
  }
  const codes = Object.entries(CODES).map(
    ([code, [status, message]]) => `| ${code} | ${status} | ${message} |`
  )
  const subjects = [...bySubject].filter(([, messages]) => messages.size > 0)
  return [
    '# Messages of the API',
    '',
    'Every sentence that an answer can carry. `UPDATE_MESSAGES=1 npm test -- house --files=api_messages.spec.ts` writes this',
    'page anew: read what changes as a caller would.',
    '',
    '## Codes',
    '',
    '| code | status | message |',
    '|---|---|---|',
    ...codes,
    ...subjects.flatMap(([subject, messages]) => [
      '',
      `## ${subject}`,
      '',
      ...[...messages].sort().map((message) => `- ${JSON.stringify(message).slice(1, -1)}`),
    ]),
    '',
  ].join('\n')
}

test.group('messages of the API', () => {
  test('are those of the page that was reviewed', async ({ assert }) => {
    const made = await pageOfMessages()
    if (process.env.UPDATE_MESSAGES) await writeFile(`${ROOT}/${PAGE}`, made)
    assert.deepEqual(made.split('\n'), (await textOf(PAGE)).split('\n'), `see ${PAGE} on how to update it`)
  })

  for (const [code, kind, text] of [
    [
      "throw new Refusal('CONFLICT', { message: `It is ${status}: wait` })",
      'is found',
      'It is {status}: wait',
    ],
    ["throw invalidField('a', bad ? 'must be set' : 'must be new')", 'is found', 'must be set'],
    ["const WHY = { A: 'The license is frozen' }", 'is found', 'The license is frozen'],
    ["throw new Error('The pool is closed')", 'is not found', 'The pool is closed'],
    ["rows(trx, 'select id from users where id = ?')", 'is not found', 'select id from users where id = ?'],
  ]) {
    test(`${kind} in ${code}`, ({ assert }) => {
      assert.equal(messagesOf('x.ts', code).includes(text), kind === 'is found')
    })
  }
})
