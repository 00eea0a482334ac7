import { test } from '@japa/runner'
import { LatchkeyError } from '#sdk/errors'
import { clientOf, relay } from '#tests/testkit/client'
import { BASE } from '#tests/testkit/http'
import { lowered } from '#tests/testkit/limits'
import { createVendor, seedLicense, stored } from '#tests/testkit/runtime'
import { until } from '#tests/testkit/wait'

test.group('LatchkeyClient', () => {
  test('is told yes, no, and what went wrong', async ({ assert }) => {
    const vendor = await createVendor({ hwidMode: 'sticky' })
    const license = await seedLicense(vendor, { metadata: { tier: 'gold' } })
    const client = clientOf(vendor)
    const yes = await client.authorize({ licenseKey: license.key, hwid: 'a' })
    assert.containSubset(yes, { allow: true, wasActivated: true, metadata: { tier: 'gold' } })
    const no = await client.authorize({ licenseKey: license.key, hwid: 'b' })
    assert.containSubset(no, { allow: false, reasonCode: 'HWID_STICKY_VIOLATION' })
    const error = await client.authorize({ licenseKey: '' }).catch((thrown: unknown) => thrown)
    assert.instanceOf(error, LatchkeyError)
    assert.containSubset(error, { code: 'VALIDATION_ERROR', status: 400, retryAfter: null })
    using _ = lowered({ licensePerMinute: 0 })
    const limited = await client.authorize({ licenseKey: license.key }).catch((thrown: unknown) => thrown)
    assert.containSubset(limited, { code: 'RATE_LIMITED', status: 429 })
    assert.isTrue((limited as LatchkeyError).retryAfter! >= 1)
  })

  test('keeps its session alive and gives the seat back', async ({ assert }) => {
    const vendor = await createVendor({ maxConcurrentSessions: 1 })
    const license = await seedLicense(vendor)
    const client = clientOf(vendor)
    const session = await client.authorize({ licenseKey: license.key })
    if (!session.allow) throw new Error(session.reasonCode)
    // The session seems about to expire, so the client must call again after a second.
    const dying = { ...session, sessionExpiresAt: new Date(Date.now() + 100).toISOString() }
    const opened = (await stored(license.id)).sessions[0].expiresAt.getTime()
    const stop = client.keepAlive({ licenseKey: license.key }, dying, {
      denied: (denial) => assert.fail(denial.reasonCode),
      lost: (error) => assert.fail(String(error)),
    })
    await until(
      'the session to be renewed',
      async () => (await stored(license.id)).sessions[0].expiresAt.getTime() > opened
    )
    await stop()
    assert.lengthOf((await stored(license.id)).sessions, 0)
    await client.release(license.key, session.sessionId)
  })

  test('a denial ends the keeping', async ({ assert }) => {
    const vendor = await createVendor()
    const license = await seedLicense(vendor)
    const client = clientOf(vendor)
    const session = await client.authorize({ licenseKey: license.key })
    if (!session.allow) throw new Error(session.reasonCode)
    const dying = { ...session, sessionExpiresAt: new Date(Date.now() + 100).toISOString() }
    const reason = await new Promise<string>((resolve, reject) => {
      client.keepAlive({ licenseKey: 'NO-SUCH-KEY' }, dying, {
        denied: ({ reasonCode }) => resolve(reasonCode),
        lost: reject,
      })
    })
    assert.equal(reason, 'LICENSE_NOT_FOUND')
  })

  test('believes no answer that was forged, replayed or changed on the way: {0}')
    .with([
      ['unsigned', (text: string) => ({ headers: {}, text })],
      ['changed', (text: string, headers: object) => ({ headers, text: text.replace('false', 'true') })],
      [
        'of another call',
        (text: string, headers: object) => ({ headers: { ...headers, ...replayed(headers) }, text }),
      ],
      [
        'of another key',
        (text: string, headers: object) => ({ headers: { ...headers, 'x-svc-signature-kid': 'x' }, text }),
      ],
    ] as const)
    .run(async ({ assert }, [, tamper]) => {
      const vendor = await createVendor()
      const forger = await relay(async (req, res) => {
        const parts: Buffer[] = []
        for await (const part of req) parts.push(part as Buffer)
        const body = Buffer.concat(parts)
        const response = await fetch(BASE + req.url, {
          method: req.method,
          headers: Object.entries(req.headers).filter(([name]) => /^x-|content-type/.test(name)) as never,
          body: req.method === 'GET' ? undefined : body,
        })
        const text = await response.text()
        const signed = [...response.headers].filter(([name]) => name.startsWith('x-svc-'))
        const sent = req.method === 'GET' ? { headers: {}, text } : tamper(text, Object.fromEntries(signed))
        res.writeHead(response.status, sent.headers as never).end(sent.text)
      })
      try {
        const error = await clientOf(vendor, forger.base)
          .authorize({ licenseKey: 'NO-SUCH-KEY' })
          .catch((thrown: unknown) => thrown)
        assert.instanceOf(error, LatchkeyError)
        assert.equal((error as LatchkeyError).code, 'FORGED_RESPONSE')
      } finally {
        forger.close()
      }
    })
})

/** Echoes the right nonce, with a signature that was made for another one. */
function replayed(headers: object) {
  const signature = Reflect.get(headers, 'x-svc-signature') as string
  return { 'x-svc-signature': `${signature.slice(0, -6)}AAAAAA` }
}
