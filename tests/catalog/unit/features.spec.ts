import { test } from '@japa/runner'
import fc from 'fast-check'
import { effectiveChannels } from '#catalog/rules/release_channels'
import {
  declarationProblems,
  declaredDefaults,
  effectiveFeatures,
  FEATURE_TYPES,
  featureProblems,
  grantedOf,
  ownFeatureProblems,
  withdrawn,
  type FeatureDeclaration,
} from '#catalog/rules/features'
import { meterProblems } from '#catalog/rules/meters'
import { DEFAULT_POLICY, effectivePolicy } from '#catalog/rules/policy'
import { takings, type LiveTier } from '#catalog/rules/takings'

const DECLARED: FeatureDeclaration[] = [
  { name: 'export', type: 'boolean' },
  { name: 'seats', type: 'integer', description: 'How many' },
  { name: 'edition', type: 'string' },
]
const DEFAULTS = declaredDefaults(DECLARED)

const NOTHING: LiveTier = {
  features: {},
  policy: {},
  maxHwidResets: null,
  meters: {},
  channels: null,
  updatesDays: null,
}

test.group('features', () => {
  test('a license has its own values, else those of its tier, else nothing', ({ assert }) => {
    assert.deepEqual(effectiveFeatures(DEFAULTS, null, null), { export: false, seats: 0, edition: '' })
    const tier = { export: true, seats: 5, gone: true }
    assert.deepEqual(effectiveFeatures(DEFAULTS, tier, { seats: 9 }), { export: true, seats: 9, edition: '' })
    assert.deepEqual(effectiveFeatures(DEFAULTS, tier, { export: false }).export, false)
    // Values of another type remain from an earlier declaration.
    assert.deepEqual(effectiveFeatures(DEFAULTS, { seats: 'many', export: 1 }, null), DEFAULTS)
  })

  test('for any values: the declared names, each with the nearest value of its type', ({ assert }) => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const value = fc.oneof(fc.boolean(), fc.integer({ min: -5, max: 5 }), fc.constantFrom('', 'x'))
    const values = fc.option(fc.dictionary(name, value), { nil: null })
    const declared = fc.dictionary(name, fc.constantFrom(...FEATURE_TYPES))
    fc.assert(
      fc.property(declared, values, values, (types, tier, own) => {
        const defaults = declaredDefaults(Object.entries(types).map(([one, type]) => ({ name: one, type })))
        const has = effectiveFeatures(defaults, tier, own)
        assert.sameMembers(Object.keys(has), Object.keys(types))
        for (const [one, got] of Object.entries(has)) {
          const like = (given: unknown) => typeof given === typeof defaults[one]
          const wanted = [own?.[one], tier?.[one]].find(like) ?? defaults[one]
          assert.strictEqual(got, wanted)
        }
        assert.deepEqual(effectiveFeatures(defaults, has, null), has)
      }),
      { numRuns: 60 }
    )
  })

  test('granted: a flag that is set, a number other than 0, a text that is not empty', ({ assert }) => {
    const has = { export: true, seats: 0, edition: 'x', off: false, few: 2 }
    const asked = ['export', 'seats', 'edition', 'off', 'few', 'never', '__proto__']
    const answer = JSON.parse(JSON.stringify(grantedOf(has, asked))) as Record<string, boolean>
    assert.deepEqual(
      asked.map((name) => answer[name]),
      [true, false, true, false, true, false, false]
    )
  })

  test('undeclared names, wrong types, repeated names and too much of them are refused', ({ assert }) => {
    assert.deepEqual(featureProblems(DEFAULTS, { export: true, seats: 2, edition: 'x' }), [])
    for (const [value, field] of [
      [{ expotr: true }, 'features.expotr'],
      [{ export: 1 }, 'features.export'],
      [{ seats: 1.5 }, 'features.seats'],
      [{ edition: null }, 'features.edition'],
      [[], 'features'],
    ] as const) {
      assert.equal(featureProblems(DEFAULTS, value)[0].field, field)
    }
    assert.lengthOf(declarationProblems([...DECLARED, DECLARED[0]]), 1)
    assert.lengthOf(ownFeatureProblems(DEFAULTS, null, { edition: 'x'.repeat(8192) }), 1)
    assert.deepEqual(ownFeatureProblems(DEFAULTS, { seats: 1 }, null), [])
    assert.deepEqual(withdrawn(DEFAULTS, { export: false, seats: '' }), ['seats', 'edition'])
  })

  test('meters of the form {0} are accepted: {1}')
    .with([
      [{ renders: { limit: 10, period: 'month', overage: 'deny', warnAt: [80, 100] } }, true],
      [{ renders: { limit: null, period: 'term', overage: 'allow' } }, true],
      [{ Renders: { limit: 1, period: 'day', overage: 'deny' } }, false],
      [{ renders: { limit: -1, period: 'day', overage: 'deny' } }, false],
      [{ renders: { limit: 1, period: 'week', overage: 'deny' } }, false],
      [{ renders: { limit: 1, period: 'day', overage: 'maybe' } }, false],
      [{ renders: { limit: 1, period: 'day', overage: 'deny', warnAt: [0] } }, false],
      [{ renders: { limit: 1, period: 'day', overage: 'deny', warnAt: 80 } }, false],
      [{ renders: { limit: 1, period: 'day', overage: 'deny', more: 1 } }, false],
      [{ renders: 1 }, false],
      [[], false],
    ] as [unknown, boolean][])
    .run(({ assert }, [meters, fine]) => assert.equal(meterProblems(meters).length === 0, fine))
})

test.group('what a tier gives and takes', () => {
  test('policies go before each other in one order', ({ assert }) => {
    const tier = { policy: { hwidLimit: 3, maxHwidResets: 7 }, maxHwidResets: null }
    const product = { hwidLimit: 2, ipLimit: 2 }
    assert.deepEqual(effectivePolicy(product, null, null, tier), {
      ...DEFAULT_POLICY,
      ...{ hwidLimit: 3, ipLimit: 2, maxHwidResets: 7 },
    })
    assert.equal(effectivePolicy(product, { hwidLimit: 4 }, null, tier).hwidLimit, 4)
    assert.equal(effectivePolicy(product, null, null, { ...tier, maxHwidResets: 8 }).maxHwidResets, 8)
    const override = { maxHwidResets: 9 }
    assert.equal(effectivePolicy(product, override, null, { ...tier, maxHwidResets: 8 }).maxHwidResets, 9)
    assert.equal(effectivePolicy(product, override, 0, tier).maxHwidResets, 0)
  })

  test("channels are its own, the tier's, or stable", ({ assert }) => {
    assert.deepEqual(effectiveChannels(null), ['stable'])
    assert.deepEqual(effectiveChannels(['beta']), ['beta'])
    assert.deepEqual(effectiveChannels(['beta'], ['dev']), ['dev'])
  })

  test('{0} to {1} takes {2}')
    .with([
      [{ features: { export: true } }, {}, ['features.export']],
      [{}, { features: { export: true, seats: 3 } }, []],
      [{ features: { seats: 3 } }, { features: { seats: 2 } }, ['features.seats']],
      [{ features: { seats: 3 } }, { features: { seats: 4 } }, []],
      [{ features: { edition: 'a' } }, { features: { edition: 'b' } }, ['features.edition']],
      [{}, { policy: { hwidMode: 'limit' } }, ['policy.hwidMode']],
      [{ policy: { hwidMode: 'sticky' } }, { policy: { hwidMode: 'limit' } }, []],
      [{}, { policy: { maxConcurrentSessions: 5 } }, ['policy.maxConcurrentSessions']],
      [{ policy: { maxConcurrentSessions: 5 } }, {}, []],
      [{}, { policy: { ipWindowMinutes: 2000 } }, ['policy.ipWindowMinutes']],
      [{}, { policy: { ipWindowMinutes: 10 } }, []],
      [{ policy: { onSessionLimit: 'evict_oldest' } }, {}, ['policy.onSessionLimit']],
      [{}, { policy: { expiredDownloads: 'released_before' } }, []],
      [{ policy: { expiredDownloads: 'released_before' } }, {}, ['policy.expiredDownloads']],
      [{}, { maxHwidResets: 1 }, ['maxHwidResets']],
      [{}, { maxHwidResets: 99 }, []],
      [{ channels: ['stable', 'beta'] }, { channels: ['stable'] }, ['channels']],
      [{ channels: ['stable', 'beta'] }, { channels: ['beta'] }, []],
      [{ channels: ['beta'] }, { channels: ['alpha'] }, []],
      [{ channels: ['alpha'] }, { channels: ['beta', 'dev'] }, ['channels']],
      [{}, { channels: ['beta'] }, []],
      [{}, { channels: ['dev'] }, ['channels']],
      [{}, { channels: ['stable', 'beta'] }, []],
      [{}, { updatesDays: 365 }, ['updatesDays']],
      [{ updatesDays: 365 }, { updatesDays: null }, []],
      [{ meters: { r: meter(5) } }, {}, ['meters.r']],
      [{ meters: { r: meter(5) } }, { meters: { r: meter(4) } }, ['meters.r']],
      [{ meters: { r: meter(5) } }, { meters: { r: meter(null) } }, []],
    ] as [Partial<LiveTier>, Partial<LiveTier>, string[]][])
    .run(({ assert }, [before, after, taken]) => {
      const base = { featureDefaults: DEFAULTS, policy: {} }
      assert.deepEqual(takings(base, { ...NOTHING, ...before }, { ...NOTHING, ...after }), taken)
    })
})

function meter(limit: number | null) {
  return { limit, period: 'month', overage: 'deny' } as const
}
