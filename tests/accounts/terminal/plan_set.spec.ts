import { test } from '@japa/runner'
import PlanSet from '../../../commands/plan_set.js'
import { databaseUrl } from '#kernel/database/datastores'
import { runCommand } from '#tests/testkit/command'
import { createMerchant } from '#tests/testkit/merchant'
import { startProgram } from '#tests/testkit/processes'

async function setPlan(...words: string[]) {
  const { ended, output } = startProgram('bin/console', ['plan:set', ...words], {
    DATABASE_URL: databaseUrl(),
  })
  return { code: await ended, output: output() }
}

test.group('ace plan:set', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('sets the plan and says so; refuses an unknown plan or user', async ({ assert }) => {
    const { email } = await createMerchant()
    const [done, badPlan] = await Promise.all([setPlan(email, 'pro', '--json'), setPlan(email, 'gold')])
    const nobody = await runCommand(PlanSet, 'nobody@example.com', 'pro')
    assert.equal(done.code, 0, done.output)
    assert.deepEqual(JSON.parse(done.output.match(/\{.*\}/)![0]), { email, plan: 'pro' })
    assert.equal(badPlan.code, 1)
    assert.include(badPlan.output, 'free, pro, business, enterprise, not "gold"')
    assert.equal(nobody.exitCode, 1)
    assert.include(nobody.answer.error.message, 'No user has the address nobody@example.com')
  }).timeout(60_000)
})
