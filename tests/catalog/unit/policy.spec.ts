import { test } from '@japa/runner'
import { DEFAULT_POLICY, effectivePolicy, policyProblems } from '#catalog/rules/policy'

test.group('policy', () => {
  test('{0} is accepted')
    .with([
      {},
      DEFAULT_POLICY,
      { hwidMode: 'limit', hwidLimit: 2, ipMode: 'region_limit', regionLimit: 3, ipWindowMinutes: 60 },
      { maxConcurrentSessions: 1, onSessionLimit: 'evict_oldest', sessionTtlSeconds: 30, maxHwidResets: 0 },
      { sessionTtlSeconds: 86_400, maxConcurrentSessions: null },
      { hwidResetWindowDays: 3650, maxIpResets: 0, ipResetWindowDays: 1, deviceReleases: 'free' },
      { hwidResetWindowDays: null, ipResetWindowDays: null, deviceReleases: 'counts' },
    ])
    .run(({ assert }, policy) => assert.deepEqual(policyProblems(policy, 'policy'), []))

  test('{0} is refused for {1}')
    .with([
      [{ hwidMode: 'loose' }, 'policy.hwidMode'],
      [{ hwidLimit: 0 }, 'policy.hwidLimit'],
      [{ hwidLimit: 1.5 }, 'policy.hwidLimit'],
      [{ hwidLimit: '2' }, 'policy.hwidLimit'],
      [{ ipMode: null }, 'policy.ipMode'],
      [{ ipLimit: null }, 'policy.ipLimit'],
      [{ regionLimit: -1 }, 'policy.regionLimit'],
      [{ ipWindowMinutes: 0 }, 'policy.ipWindowMinutes'],
      [{ maxConcurrentSessions: 0 }, 'policy.maxConcurrentSessions'],
      [{ onSessionLimit: 'kick' }, 'policy.onSessionLimit'],
      [{ sessionTtlSeconds: 29 }, 'policy.sessionTtlSeconds'],
      [{ sessionTtlSeconds: 86_401 }, 'policy.sessionTtlSeconds'],
      [{ maxHwidResets: -1 }, 'policy.maxHwidResets'],
      [{ hwidResetWindowDays: 0 }, 'policy.hwidResetWindowDays'],
      [{ hwidResetWindowDays: 3651 }, 'policy.hwidResetWindowDays'],
      [{ hwidResetWindowDays: 0.5 }, 'policy.hwidResetWindowDays'],
      [{ maxIpResets: -1 }, 'policy.maxIpResets'],
      [{ maxIpResets: 1_000_001 }, 'policy.maxIpResets'],
      [{ maxIpResets: null }, 'policy.maxIpResets'],
      [{ ipResetWindowDays: '30' }, 'policy.ipResetWindowDays'],
      [{ deviceReleases: 'never' }, 'policy.deviceReleases'],
      [{ hwidmode: 'none' }, 'policy.hwidmode'],
      [JSON.parse('{"__proto__": 1}'), 'policy.__proto__'],
      [{ constructor: 1 }, 'policy.constructor'],
      [[], 'policy'],
      ['none', 'policy'],
      [null, 'policy'],
    ] as const)
    .run(({ assert }, [policy, field]) => {
      assert.deepEqual(
        policyProblems(policy, 'policy').map((problem) => problem.field),
        [field]
      )
    })

  test('an unknown field is answered with those that there are', ({ assert }) => {
    const [{ message }] = policyProblems({ maxHwids: 3 }, 'policy')
    assert.match(message, /^maxHwids is not a field of a policy\. The fields are hwidMode, hwidLimit, /)
  })

  test('an override wins field by field, and the allowance of the license over both', ({ assert }) => {
    const product = { hwidMode: 'sticky', maxConcurrentSessions: 2, maxHwidResets: 5 } as const
    const override = { maxConcurrentSessions: null, maxHwidResets: 6 }
    assert.deepEqual(effectivePolicy(product, override), {
      ...DEFAULT_POLICY,
      hwidMode: 'sticky',
      maxHwidResets: 6,
    })
    assert.equal(effectivePolicy(product, override, 0).maxHwidResets, 0)
    assert.deepEqual(effectivePolicy(null, null), DEFAULT_POLICY)
  })
})
