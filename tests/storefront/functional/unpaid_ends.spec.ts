import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { newId } from '#kernel/secrets/ids'
import { call } from '#tests/testkit/api'
import { drain, tell } from '#tests/testkit/processors'
import { createSubscriber, inDays, near } from '#tests/testkit/subscriber'
import { createWaitingOrder } from '#tests/testkit/waiting_order'
import { ADDON, createTarget } from './target.js'

/** The ends of periods, by their days. The events of a test name the same ones. */
const periodsOf = () => ({ 10: inDays(10), 30: inDays(30), 395: inDays(395) })

/** What happened to a subscription, and how many minutes ago. */
const HAPPENED = {
  paid: ['purchase.paid', 50, 30],
  unpaid: ['subscription.past_due', 40, null],
  renewed: ['subscription.renewed', 30, 395],
  failed: ['subscription.past_due', 25, null],
  ended: ['subscription.ended', 20, 395],
  paidAfter: ['subscription.renewed', 10, 395],
  endedAtOnce: ['subscription.ended', 20, 10],
} as const

/** contract/10-storefront#106-processor-events: Stripe has moved the period on before it is paid. */
test.group('the end of a subscription whose payment has failed', () => {
  test('{events}: the license lasts as long as it is paid for')
    .with([
      { events: ['paid', 'ended'], days: 395 },
      { events: ['paid', 'unpaid', 'ended'], days: 30 },
      { events: ['unpaid', 'paid', 'ended'], days: 30 },
      { events: ['paid', 'unpaid', 'endedAtOnce'], days: 10 },
      { events: ['paid', 'unpaid', 'renewed', 'ended'], days: 395 },
      { events: ['paid', 'renewed', 'unpaid', 'ended'], days: 395 },
      { events: ['paid', 'unpaid', 'ended', 'renewed'], days: 395 },
      { events: ['paid', 'ended', 'unpaid'], days: 30 },
      { events: ['paid', 'ended', 'unpaid', 'renewed'], days: 395 },
      { events: ['paid', 'ended', 'renewed', 'unpaid'], days: 395 },
      { events: ['paid', 'endedAtOnce', 'unpaid'], days: 10 },
      { events: ['paid', 'unpaid', 'ended', 'paidAfter'], days: 398 },
      { events: ['paid', 'unpaid', 'paidAfter', 'ended'], days: 398 },
    ] as const)
    .run(async ({ assert }, { events, days }) => {
      const { license, processorId, ref, customer } = await createSubscriber()
      const periods = periodsOf()
      for (const event of events) {
        const [type, minutes, until] = HAPPENED[event]
        const data = { ref, subscription: ref, providerRef: 'price_1', customer }
        const period = until === null ? {} : { periodEnd: periods[until] }
        const at = new Date(Date.now() - minutes * 60_000).toISOString()
        await tell(processorId, type, { ...data, ...period }, newId(), at)
        await drain()
      }
      assert.isTrue(near((await license()).expiresAt, days), (await license()).expiresAt)
    })

  test('{events}: an order that waited gives what is paid for')
    .with([
      { events: ['paid', 'unpaid', 'ended'], days: 30 },
      { events: ['paid', 'ended', 'unpaid'], days: 30 },
      { events: ['paid', 'ended', 'ended', 'unpaid'], days: 30 },
      { events: ['paid', 'ended', 'unpaid', 'renewed'], days: 395 },
      { events: ['paid', 'ended', 'renewed', 'unpaid'], days: 395 },
      { events: ['paid', 'ended', 'renewed', 'failed'], days: 395 },
      { events: ['paid', 'ended', 'paidAfter'], days: 398 },
      { events: ['paid', 'paidAfter', 'ended'], days: 398 },
    ] as const)
    .run(async ({ assert }, { events, days }) => {
      const { sayLate, unsuspend, fulfil, read } = await createWaitingOrder({ extendDays: 1 })
      const periods = periodsOf()
      for (const event of events) {
        const [type, minutes, until] = HAPPENED[event]
        await sayLate(minutes / 1440, type, until === null ? {} : { periodEnd: periods[until] })
      }
      await unsuspend()
      assert.equal((await fulfil()).status, 200)
      assert.isTrue(near((await read()).expiresAt, days), (await read()).expiresAt)
    })

  test('keeps the time that its merchant has given it', async ({ assert }) => {
    const { send, license, token } = await createSubscriber()
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended', { periodEnd: inDays(395) })
    const path = `/v1/dashboard/licenses/${(await license()).id}`
    await call('PATCH', path, { token, body: { expiresAt: inDays(500) } })
    await send('subscription.past_due')
    assert.isTrue(near((await license()).expiresAt, 500), (await license()).expiresAt)
  })

  test('leaves the pause of its license, which has moved the end', async ({ assert }) => {
    const { send, license, token } = await createSubscriber()
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended', { periodEnd: inDays(395) })
    const { id } = await license()
    const freeze = (frozen: boolean) =>
      call('PATCH', `/v1/dashboard/licenses/${id}`, { token, body: { frozen } })
    await freeze(true)
    const sql = `update licenses set frozen_at = frozen_at - interval '5 days',
      paused_since = paused_since - interval '5 days' where id = ?`
    await db.rawQuery(sql, [id])
    await freeze(false)
    await send('subscription.past_due')
    assert.isTrue(near((await license()).expiresAt, 35), (await license()).expiresAt)
  })

  test('takes the grace of an addon, whichever is told first: {$self}')
    .with(['the failure', 'the end'])
    .run(async ({ assert }, first) => {
      const { say, state } = await createTarget(ADDON)
      const fail = () => say(30, 'subscription.past_due')
      await say(60, 'purchase.paid', { periodEnd: inDays(10) })
      await say(50, 'subscription.renewed', { periodEnd: inDays(40) })
      if (first === 'the failure') await fail()
      await say(20, 'subscription.ended', { periodEnd: inDays(70) })
      if (first === 'the end') await fail()
      assert.equal((await state()).days, 40)
    })

  test('suspends no license again that its merchant has restored', async ({ assert }) => {
    const { send, license, act } = await createSubscriber({ onEnd: 'suspend' })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended', { periodEnd: inDays(395) })
    await act('unsuspend')
    await send('subscription.past_due')
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('is no more than what is paid for if its merchant fulfils the order before the failure is known', async ({
    assert,
  }) => {
    const { sayLate, unsuspend, fulfil, read } = await createWaitingOrder({ extendDays: 1 })
    const say = (minutes: number, type: string, days?: number) =>
      sayLate(minutes / 1440, type, days === undefined ? {} : { periodEnd: inDays(days) })
    await say(50, 'purchase.paid', 30)
    await say(20, 'subscription.ended', 395)
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    await say(40, 'subscription.past_due')
    assert.isTrue(near((await read()).expiresAt, 30), (await read()).expiresAt)
    await say(15, 'subscription.renewed', 425)
    await say(10, 'subscription.ended', 790)
    await say(12, 'subscription.past_due')
    assert.isTrue(near((await read()).expiresAt, 425), (await read()).expiresAt)
  })

  test('is that of the period which it names, if that was paid before', async ({ assert }) => {
    const { sayLate, unsuspend, fulfil, read } = await createWaitingOrder()
    const named = { periodEnd: inDays(395) }
    await sayLate(50 / 1440, 'purchase.paid', { periodEnd: inDays(30) })
    await sayLate(20 / 1440, 'subscription.ended', named)
    await unsuspend()
    assert.equal((await fulfil()).status, 200)
    await sayLate(30 / 1440, 'subscription.renewed', named)
    await sayLate(40 / 1440, 'subscription.past_due')
    assert.isTrue(near((await read()).expiresAt, 395), (await read()).expiresAt)
  })
})
