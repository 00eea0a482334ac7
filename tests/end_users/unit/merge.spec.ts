import { test } from '@japa/runner'
import { mergedPerson, type Merging } from '#end_users/rules/merge'

const nobody: Merging = {
  eraseAt: null,
  email: null,
  emailVerifiedAt: null,
  username: null,
  externalId: null,
  passwordHash: null,
  firstName: null,
  lastName: null,
  locale: null,
  marketingConsent: false,
  metadata: {},
  bannedAt: null,
  banReason: null,
}
const jane = {
  ...nobody,
  email: 'jane@example.com',
  emailVerifiedAt: 1,
  passwordHash: 'hash',
  username: 'jane',
}

/** contract/09-end-users#96-the-merchants-side */
test.group('the person that a merge leaves', () => {
  test('has the fields of the target, and those of the source where they were empty', ({ assert }) => {
    const target = { ...nobody, firstName: 'J', metadata: { a: 1 }, marketingConsent: true }
    const source = { ...jane, firstName: 'Jane', lastName: 'Low', metadata: { a: 2, b: 2 } }
    const verdict = mergedPerson(target, source, null)
    const { eraseAt: _, ...filled } = jane
    assert.deepEqual(verdict, {
      allow: true,
      person: {
        ...filled,
        ...{ firstName: 'J', lastName: 'Low', metadata: { a: 1, b: 2 }, marketingConsent: true },
      },
    })
  })

  test('keeps the metadata of the target alone where both together are too large: {0} of {1} bytes')
    .with([
      [true, 16_384],
      [false, 16_385],
    ] as const)
    .run(({ assert }, [together, bytes]) => {
      const source = { ...nobody, metadata: { a: 'x'.repeat(8000) } }
      const rest = bytes - JSON.stringify({ ...source.metadata, b: '' }).length
      const target = { ...nobody, metadata: { b: 'é'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2) } }
      const verdict = mergedPerson(target, source, null)
      const metadata = together ? { ...source.metadata, ...target.metadata } : target.metadata
      assert.deepEqual(verdict.allow && verdict.person.metadata, metadata)
    })

  test('never gets a password without the address that it was set for', ({ assert }) => {
    const target = { ...nobody, email: 'other@example.com' }
    const verdict = mergedPerson(target, jane, null)
    assert.containSubset(verdict, {
      person: { email: 'other@example.com', emailVerifiedAt: null, passwordHash: null },
    })
  })

  test('has one external id: {2}')
    .with([
      [null, null, 'a'],
      [null, 'target', 'a'],
      ['b', null, 'two-external-ids'],
      ['b', 'target', 'b'],
    ] as ['b' | null, 'target' | null, string][])
    .run(({ assert }, [own, keep, expected]) => {
      const verdict = mergedPerson({ ...nobody, externalId: own }, { ...nobody, externalId: 'a' }, keep)
      assert.equal(verdict.allow ? verdict.person.externalId : verdict.reason.reason, expected)
    })

  test('is nobody while one of the two has planned an erasure: {$self}')
    .with(['target', 'source'] as const)
    .run(({ assert }, whose) => {
      const planned = { ...nobody, eraseAt: 5 }
      const [target, source] = whose === 'target' ? [planned, jane] : [jane, planned]
      const reason = { reason: 'erasure-planned', whose, dueAt: 5 }
      assert.deepEqual(mergedPerson(target, source, 'target'), { allow: false, reason })
    })
})
