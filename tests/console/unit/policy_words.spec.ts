import { test } from '@japa/runner'
import { POLICY_RULES } from '#catalog/rules/policy'
import { NUMBERS, shownOfPolicy } from '../../../resources/console/src/screens/products/policy_words.js'

test.group('the fields of a policy', () => {
  test('begin with the least number that the service accepts', ({ assert }) => {
    for (const [name, , , least] of NUMBERS) assert.equal(least, POLICY_RULES[name].from, name)
  })

  test('show their messages while they are shown', ({ assert }) => {
    assert.include(shownOfPolicy('policy', { hwidMode: 'limit' }), 'policy.hwidLimit')
    assert.notInclude(shownOfPolicy('policy', { hwidMode: 'none' }), 'policy.hwidLimit')
    assert.include(shownOfPolicy('policyOverride', {}), 'policyOverride.hwidMode')
  })
})
