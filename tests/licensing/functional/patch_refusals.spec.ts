import { test } from '@japa/runner'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import { assertRefused, FAMILIES, familyOf } from '#tests/testkit/families'
import { makeLicense, memberToken, outgoingEvents } from '#tests/testkit/made_licenses'
import { createMerchant } from '#tests/testkit/merchant'

const FUTURE = '2090-01-01T00:00:00.000Z'

for (const family of FAMILIES) {
  test.group(`${family}: a PATCH that is refused`, () => {
    test('{0} is {1} naming {2}')
      .with([
        [{}, 'VALIDATION_ERROR', 'body'],
        [{ reason: 'nothing' }, 'VALIDATION_ERROR', 'body'],
        [{ status: 'REVOKED' }, 'VALIDATION_ERROR', 'status'],
        [{ frozen: 'true' }, 'VALIDATION_ERROR', 'frozen'],
        [{ frozen: null }, 'VALIDATION_ERROR', 'frozen'],
        [{ expirationMode: null }, 'VALIDATION_ERROR', 'expirationMode'],
        [{ reason: null }, 'VALIDATION_ERROR', 'body'],
        [{ extendDays: 0 }, 'VALIDATION_ERROR', 'extendDays'],
        [{ extendDays: 36_501 }, 'VALIDATION_ERROR', 'extendDays'],
        [{ extendDays: 1.5 }, 'VALIDATION_ERROR', 'extendDays'],
        [{ extendDays: 5, frozen: true }, 'VALIDATION_ERROR', 'frozen'],
        [{ extendDays: 5, expiresAt: FUTURE }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ extendDays: 5, expiresAfterDays: 5 }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ extendDays: 5, expirationMode: 'never' }, 'VALIDATION_ERROR', 'expirationMode'],
        [{ extendDays: 5 }, 'BAD_REQUEST', null],
        [{ expiresAt: FUTURE }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expirationMode: 'fixed' }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expirationMode: 'fixed', expiresAt: 'soon' }, 'VALIDATION_ERROR', 'expiresAt'],
        [{ expirationMode: 'both', expiresAt: FUTURE }, 'VALIDATION_ERROR', 'expiresAfterDays'],
        [{ maxHwidResets: -1 }, 'VALIDATION_ERROR', 'maxHwidResets'],
        [{ maxHwidResets: 1.5 }, 'VALIDATION_ERROR', 'maxHwidResets'],
        [{ metadata: null }, 'VALIDATION_ERROR', 'metadata'],
        [{ metadata: 'text' }, 'VALIDATION_ERROR', 'metadata'],
        [
          { policyOverride: { sessionTtlSeconds: 5 } },
          'VALIDATION_ERROR',
          'policyOverride.sessionTtlSeconds',
        ],
        [{ reason: 'x'.repeat(1001), frozen: true }, 'VALIDATION_ERROR', 'reason'],
      ] as const)
      .run(async ({ client, assert }, [body, code, field]) => {
        const merchant = await createMerchant()
        const { license: url, headers } = await familyOf(family, merchant)
        const license = await makeLicense(merchant)
        const response = await client.patch(url(license.id)).headers(headers).json(body)
        assertRefused(response, code, field)
        assert.lengthOf(await outgoingEvents(merchant), 1)
      })

    test('freezing what is {0} is CONFLICT')
      .with(['suspend', 'revoke'] as const)
      .run(async ({ client }, command) => {
        const merchant = await createMerchant()
        const { license: url, headers } = await familyOf(family, merchant)
        const license = await makeLicense(merchant)
        await new ChangeLicenseStatus().execute(merchant.scope, license.id, command)
        const response = await client.patch(url(license.id)).headers(headers).json({ frozen: true })
        response.assertStatus(409)
        response.assertBodyContains({ error: { code: 'CONFLICT' } })
      })

    test('an extension past the year 9999 is CONFLICT, not a fault', async ({ client }) => {
      const merchant = await createMerchant()
      const { license: url, headers } = await familyOf(family, merchant)
      const license = await makeLicense(merchant, { expiresAt: Date.parse('9999-12-31T00:00:00Z') })
      const response = await client.patch(url(license.id)).headers(headers).json({ extendDays: 36_500 })
      response.assertStatus(409)
    })
  })
}

test.group('dashboard: a PATCH of what is out of reach', () => {
  test('a bad id, a foreign license and a low role', async ({ client }) => {
    const [mine, theirs] = [await createMerchant(), await createMerchant()]
    const license = await makeLicense(theirs)
    const patch = (id: string, token: string) =>
      client.patch(`/v1/dashboard/licenses/${id}`).bearerToken(token).json({ frozen: true })
    const bad = await patch('not-a-uuid', mine.token)
    bad.assertStatus(400)
    bad.assertBodyContains({ error: { code: 'VALIDATION_ERROR', details: [{ field: 'id' }] } })
    const foreign = await patch(license.id, mine.token)
    foreign.assertStatus(404)
    foreign.assertBodyContains({ error: { code: 'LICENSE_NOT_FOUND' } })
    const low = await patch(license.id, await memberToken(theirs, 'VIEWER'))
    low.assertStatus(403)
    low.assertBodyContains({ error: { code: 'INSUFFICIENT_SCOPE' } })
  })
})
