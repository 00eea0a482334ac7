import { test } from '@japa/runner'
import { limitQuery } from '#http/page'
import { licenseListQuery, looseLicenseListQuery } from '#licensing/http/license_list_query'

/** Every reader of a number in a query, by the name of the parameter. */
const READERS: [string, (query: Record<string, unknown>) => Promise<Record<string, unknown>>][] = [
  ['limit', limitQuery],
  ['page', licenseListQuery],
  ['pageSize', licenseListQuery],
  ['pageSize', looseLicenseListQuery],
]

test.group('a number in a query', () => {
  test('is a whole number in decimal digits', async ({ assert }) => {
    for (const [name, read] of READERS) {
      for (const [text, number] of [
        ['5', 5],
        ['200', 200],
        ['007', 7],
      ] as const) {
        assert.equal((await read({ [name]: text }))[name], number, `${name}=${text}`)
      }
    }
  })

  test('in any other notation is refused: {$self}')
    .with(['0x10', '1e2', ' 5', '5 ', '+5', '5.0', '5.5', '0b11', '0o7', 'five', '-5', '0', 'Infinity', '٥'])
    .run(async ({ assert }, text) => {
      for (const [name, read] of READERS) {
        const refused = await read({ [name]: text }).then(
          () => assert.fail(`${name}=${text} was read`),
          (error: { code?: string; messages?: { field: string }[]; details?: { field: string }[] }) => error
        )
        const [problem] = refused.details ?? refused.messages ?? []
        assert.equal(problem?.field, name, `${name}=${text}`)
      }
    })
})
