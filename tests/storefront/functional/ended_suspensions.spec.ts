import { test } from '@japa/runner'
import { call } from '#tests/testkit/api'
import { createSharedLicense } from '#tests/testkit/shared_license'
import { ordersPath } from '#tests/testkit/shops'
import { createSubscriber, inDays } from '#tests/testkit/subscriber'

type OnEnd = 'suspend' | 'revoke'

/** A license that was bought at once, and a subscription that has renewed it. */
async function createRenewed(onEnd: OnEnd = 'suspend') {
  const terms = { expiresAt: inDays(300) }
  const sold = { kind: 'renewal', extendDays: 10, onEnd }
  const shared = await createSharedLicense(sold, { subscription: undefined }, { terms })
  const { token, merchant, orders, more, read } = shared
  await more('purchase.paid', { periodEnd: inDays(30) })
  const act = async (move: string) =>
    call('POST', `/v1/dashboard/licenses/${(await read()).id}/${move}`, { token, body: { reason: 'Abuse' } })
  const reverse = async () => {
    const path = `${ordersPath(merchant)}/${(await orders())[0].id}/reverse`
    const { status } = await call('POST', path, { token, body: { reason: 'Refunded', force: true } })
    return status
  }
  return { ...shared, act, reverse }
}

/** A license of a subscription that suspends it at its end, and an addon that another payment has paid for. */
async function createWithAddon() {
  const addon = { kind: 'addon', grant: { hwidLimit: 2 } }
  const shared = await createSharedLicense(addon, { periodEnd: inDays(30) }, { onEnd: 'suspend' })
  await shared.more('purchase.paid', { subscription: undefined })
  const { send, more } = shared
  const say = (told: string) =>
    told.startsWith('dispute') ? more(told) : send(told, { periodEnd: inDays(60) })
  return { ...shared, say }
}

/** contract/10-storefront#106-processor-events */
test.group('a license that the end of its renewal has suspended', () => {
  test('is free once the order is reversed, whatever comes first: {way}, {onEnd}')
    .with(
      ['the end, then the refund', 'the refund, then the end', 'the end, then a reversal'].flatMap((way) =>
        (['suspend', 'revoke'] as const).map((onEnd) => ({ way, onEnd }))
      )
    )
    .run(async ({ assert }, { way, onEnd }) => {
      const { more, read, orders, reverse } = await createRenewed(onEnd)
      if (way === 'the refund, then the end') await more('refund.full')
      await more('subscription.ended')
      if (way === 'the end, then the refund') await more('refund.full')
      if (way === 'the end, then a reversal') assert.equal(await reverse(), 200)
      assert.equal((await orders())[0].state, 'reversed')
      // No event and no reversal restores what the end has revoked.
      const isRevoked = onEnd === 'revoke' && way !== 'the refund, then the end'
      assert.equal((await read()).status, isRevoked ? 'REVOKED' : 'ACTIVE')
    })

  test('stays suspended if its merchant has suspended it: {$self} the end')
    .with(['before', 'after'])
    .run(async ({ assert }, when) => {
      const { more, read, act, reverse } = await createRenewed()
      if (when === 'before') await act('suspend')
      await more('subscription.ended')
      if (when === 'after') for (const move of ['unsuspend', 'suspend']) await act(move)
      assert.equal(await reverse(), 200)
      assert.equal((await read()).status, 'SUSPENDED')
    })

  test('stays suspended until its dispute is decided: {$self}')
    .with([
      ['subscription.ended', 'dispute.opened'],
      ['dispute.opened', 'subscription.ended'],
    ])
    .run(async ({ assert }, events) => {
      const { more, read } = await createRenewed()
      for (const type of events) await more(type)
      await more('refund.full')
      assert.equal((await read()).status, 'SUSPENDED')
      await more('dispute.lost')
      assert.equal((await read()).status, 'ACTIVE')
    })
})

/** contract/10-storefront#106-processor-events */
test.group('the end of a subscription and a dispute', () => {
  test('that is won: the license is ACTIVE if its merchant had restored it after the end', async ({
    assert,
  }) => {
    const { send, license, act } = await createSubscriber({ onEnd: 'suspend' })
    await send('purchase.paid', { periodEnd: inDays(30) })
    await send('subscription.ended')
    await act('unsuspend')
    await send('dispute.opened')
    assert.equal((await license()).status, 'SUSPENDED')
    await send('dispute.won')
    assert.equal((await license()).status, 'ACTIVE')
  })

  test('about another payment: each keeps the license suspended until it is over, {$self}')
    .with([
      ['subscription.ended', 'dispute.opened', 'dispute.won', 'subscription.renewed'],
      ['subscription.ended', 'dispute.opened', 'subscription.renewed', 'dispute.won'],
      ['dispute.opened', 'subscription.ended', 'dispute.won', 'subscription.renewed'],
      ['dispute.opened', 'subscription.ended', 'subscription.renewed', 'dispute.won'],
    ])
    .run(async ({ assert }, events) => {
      const { say, read } = await createWithAddon()
      for (const type of events.slice(0, 3)) {
        await say(type)
        assert.equal((await read()).status, 'SUSPENDED', type)
      }
      await say(events[3])
      assert.equal((await read()).status, 'ACTIVE')
    })
})
