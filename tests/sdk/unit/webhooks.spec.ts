import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type VerifyOptions, type WebhookHeaders } from '#sdk/webhooks/verify_webhook'
import { failureOf } from '#tests/testkit/client'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`
const SENT_AT = 1_767_225_600_000
const BODY = JSON.stringify({
  event: 'license.revoked',
  data: { licenseId: 'ä-1' },
  timestamp: '2026-01-01T00:00:00.000Z',
})

/** The headers of a delivery, signed as the standard says. */
function headersOf(body = BODY, secret = SECRET) {
  return {
    'webhook-id': 'delivery-1',
    'webhook-timestamp': String(SENT_AT / 1000),
    'webhook-signature': new Webhook(secret).sign('delivery-1', new Date(SENT_AT), body),
  }
}

const at = (now: number): VerifyOptions => ({ now: () => now })

test.group('verifyWebhook', () => {
  test('reads what the standard library has signed, as text and as bytes', async ({ assert }) => {
    const expected = {
      event: 'license.revoked',
      data: { licenseId: 'ä-1' },
      timestamp: '2026-01-01T00:00:00.000Z',
      deliveryId: 'delivery-1',
    }
    for (const body of [BODY, new TextEncoder().encode(BODY)]) {
      assert.deepEqual(await verifyWebhook(body, headersOf(), SECRET, at(SENT_AT)), expected)
    }
  })

  test('reads headers of any kind: {0}')
    .with([
      ['Headers', new Headers(headersOf())],
      ['in capitals', Object.fromEntries(Object.entries(headersOf()).map(([k, v]) => [k.toUpperCase(), v]))],
      ['lists', Object.fromEntries(Object.entries(headersOf()).map(([k, v]) => [k, [v]]))],
    ] as [string, WebhookHeaders][])
    .run(async ({ assert }, [, headers]) => {
      assert.equal((await verifyWebhook(BODY, headers, SECRET, at(SENT_AT))).deliveryId, 'delivery-1')
    })

  test('takes the old secret or the new one while they change over', async ({ assert }) => {
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    const { 'webhook-signature': old, ...rest } = headersOf()
    const both = { ...rest, 'webhook-signature': `${headersOf(BODY, other)['webhook-signature']} ${old}` }
    for (const secrets of [SECRET, other, [other, SECRET]]) {
      assert.equal((await verifyWebhook(BODY, both, secrets, at(SENT_AT))).event, 'license.revoked')
    }
    assert.equal(
      (await verifyWebhook(BODY, headersOf(), [other, SECRET], at(SENT_AT))).event,
      'license.revoked'
    )
  })

  test('refuses a forgery: {0}')
    .with([
      ['changed body', BODY.replace('revoked', 'created'), headersOf(), SENT_AT],
      ['other delivery', BODY, { ...headersOf(), 'webhook-id': 'delivery-2' }, SENT_AT],
      ['other time', BODY, { ...headersOf(), 'webhook-timestamp': String(SENT_AT / 1000 + 1) }, SENT_AT],
      ['other secret', BODY, headersOf(BODY, 'whsec_AAAA'), SENT_AT],
      [
        'other version',
        BODY,
        { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature'].replace('v1', 'v2') },
        SENT_AT,
      ],
      ['no signature', BODY, { ...headersOf(), 'webhook-signature': undefined }, SENT_AT],
      ['a signature that is no base64', BODY, { ...headersOf(), 'webhook-signature': 'v1,%%%' }, SENT_AT],
      ['a time that is none', BODY, { ...headersOf(), 'webhook-timestamp': 'now' }, SENT_AT],
      ['old copy', BODY, headersOf(), SENT_AT + 301_000],
      ['of the future', BODY, headersOf(), SENT_AT - 301_000],
    ] as [string, string, WebhookHeaders, number][])
    .run(async ({ assert }, [, body, headers, now]) => {
      const error = await failureOf(verifyWebhook(body, headers, SECRET, at(now)))
      assert.containSubset(error, { code: 'FORGED_WEBHOOK', status: 0, retryAfter: null })
    })

  test('five minutes are let pass, or as many seconds as asked', async ({ assert }) => {
    assert.equal(
      (await verifyWebhook(BODY, headersOf(), SECRET, at(SENT_AT + 300_000))).deliveryId,
      'delivery-1'
    )
    const strict = { toleranceSeconds: 10, ...at(SENT_AT + 11_000) }
    assert.equal((await failureOf(verifyWebhook(BODY, headersOf(), SECRET, strict)))?.code, 'FORGED_WEBHOOK')
  })

  test('an empty secret is a mistake, not a forgery', async ({ assert }) => {
    await assert.rejects(() => verifyWebhook(BODY, headersOf(), 'whsec_', at(SENT_AT)), TypeError)
  })
})
