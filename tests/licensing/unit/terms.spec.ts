import { test } from '@japa/runner'
import {
  changedTerms,
  expiresInThePast,
  newTerms,
  type Terms,
  type TermsVerdict,
} from '#licensing/rules/terms'

const AT = Date.parse('2030-01-01T00:00:00.000Z')

test.group('terms of a new license', () => {
  test('mode {0} with expiresAt {1} and expiresAfterDays {2}')
    .with([
      [undefined, undefined, undefined, 'never'],
      [undefined, AT, undefined, 'fixed'],
      [undefined, undefined, 30, 'afterActivation'],
      [undefined, AT, 30, 'both'],
      [null, null, null, 'never'],
      ['fixed', AT, null, 'fixed'],
      ['afterActivation', null, 36_500, 'afterActivation'],
      ['both', AT, 1, 'both'],
      ['never', null, null, 'never'],
      ['fixed', undefined, undefined, ['expiresAt']],
      ['fixed', undefined, 30, ['expiresAt', 'expiresAfterDays']],
      ['fixed', AT, 30, ['expiresAfterDays']],
      ['afterActivation', AT, undefined, ['expiresAt', 'expiresAfterDays']],
      ['afterActivation', undefined, 0, ['expiresAfterDays']],
      ['afterActivation', undefined, 36_501, ['expiresAfterDays']],
      ['afterActivation', undefined, 1.5, ['expiresAfterDays']],
      ['both', AT, undefined, ['expiresAfterDays']],
      ['both', undefined, 30, ['expiresAt']],
      ['never', AT, undefined, ['expiresAt']],
      ['never', undefined, 30, ['expiresAfterDays']],
    ] as const)
    .run(({ assert }, [expirationMode, expiresAt, expiresAfterDays, expected]) => {
      const verdict = newTerms({ expirationMode, expiresAt, expiresAfterDays })
      if (typeof expected === 'string') {
        assert.equal(verdict.allow && verdict.terms.expirationMode, expected)
      } else assert.deepEqual(fieldsOf(verdict), [...expected])
    })

  test('an expiry that is now is past, one millisecond later is not', ({ assert }) => {
    const terms: Terms = { expirationMode: 'fixed', expiresAt: AT, expiresAfterDays: null }
    assert.isTrue(expiresInThePast(terms, AT))
    assert.isFalse(expiresInThePast(terms, AT - 1))
    assert.isFalse(expiresInThePast({ ...terms, expiresAt: null }, AT))
  })
})

test.group('terms after a PATCH', () => {
  const never: Terms = { expirationMode: 'never', expiresAt: null, expiresAfterDays: null }
  const fixed: Terms = { expirationMode: 'fixed', expiresAt: AT, expiresAfterDays: null }
  const both: Terms = { expirationMode: 'both', expiresAt: AT, expiresAfterDays: 30 }

  test('{1} on top of {0.expirationMode}')
    .with([
      [fixed, { expiresAt: AT + 1 }, { ...fixed, expiresAt: AT + 1 }],
      [fixed, { expirationMode: 'never' }, never],
      [fixed, { expirationMode: 'both', expiresAfterDays: 30 }, both],
      [both, { expirationMode: 'fixed' }, fixed],
      [both, { expirationMode: 'fixed', expiresAfterDays: null }, fixed],
      [both, { expiresAfterDays: 60 }, { ...both, expiresAfterDays: 60 }],
      [never, { expiresAt: AT }, ['expiresAt']],
      [fixed, { expiresAfterDays: 30 }, ['expiresAfterDays']],
      [fixed, { expirationMode: 'both' }, ['expiresAfterDays']],
      [fixed, { expiresAt: null }, ['expiresAt']],
      [fixed, { expirationMode: 'never', expiresAt: AT }, ['expiresAt']],
    ] as const)
    .run(({ assert }, [current, input, expected]) => {
      const verdict = changedTerms(current, input)
      if (Array.isArray(expected)) assert.deepEqual(fieldsOf(verdict), [...expected])
      else assert.deepEqual(verdict.allow && verdict.terms, expected)
    })
})

/** The fields that a refusal names; undefined if the terms are allowed. */
function fieldsOf(verdict: TermsVerdict): string[] | undefined {
  return verdict.allow ? undefined : verdict.reason.map(({ field }) => field)
}
