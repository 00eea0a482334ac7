import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { EVENT_NAMES } from '#kernel/outbox/events'
import { rows } from '#kernel/database/sql'
import { placesOf } from '#tests/webhooks/functional/places/families'
import { LEGACY, OTHERS, RUNTIME } from '#tests/webhooks/functional/places/others'
import { ORG } from '#tests/webhooks/functional/places/org'
import { openPlace } from '#tests/webhooks/functional/places/stage'

const PLACES = [...placesOf('dashboard'), ...placesOf('API key'), ...LEGACY, ...RUNTIME, ...OTHERS, ...ORG]

/** The fields of each event's data (interface#62-event-catalog, contract#event-names-and-urls). */
const FIELDS: Record<string, string[]> = {
  'license.created': ['licenseId'],
  'license.updated': ['licenseId', 'fields'],
  'license.authorized': ['licenseId', 'productId', 'wasActivated', 'effectiveExpiresAt'],
  'license.authorization_denied': ['licenseId', 'productId', 'reasonCode', 'message'],
  'license.expired': ['licenseId', 'productId', 'effectiveExpiresAt'],
  'license.revoked': ['licenseId'],
  'license.unrevoked': ['licenseId'],
  'license.suspended': ['licenseId'],
  'license.unsuspended': ['licenseId'],
  'license.frozen': ['licenseId', 'productId', 'frozenAt', 'frozenDaysRemaining'],
  'license.unfrozen': ['licenseId', 'productId'],
  'license.hwid_reset': ['licenseId', 'productId', 'resetCount'],
  'license.ip_reset': ['licenseId', 'productId', 'resetCount'],
  'license.tier_changed': ['licenseId', 'productId', 'from', 'to'],
  'license.deleted': ['licenseId', 'productId'],
  'operation.completed': ['operationId', 'type', 'progress'],
  'operation.failed': ['operationId', 'type', 'progress'],
  'operation.cancelled': ['operationId', 'type', 'progress'],
  'api_key.created': ['apiKeyId', 'productId', 'name', 'last4'],
  'api_key.revoked': ['apiKeyId', 'productId'],
  'api_key.rotated': ['apiKeyId', 'productId', 'last4'],
  'end_user.created': ['endUserId'],
  'team.member_added': ['orgId', 'userId', 'role'],
  'team.member_removed': ['orgId', 'userId'],
  'domain.verified': ['domainId'],
  'domain.lost': ['domainId'],
  'sso.updated': ['connectionId'],
  'sso.certificate_expiring': ['connectionId', 'fingerprint', 'expiresAt'],
}

type Written = { id: string; name: string; productId: string | null; data: Record<string, unknown> }

function eventsOf(orgId: string, after = '0') {
  return rows<Written>(
    db.connection(),
    `select id, name, product_id as "productId", data from outbox_events where org_id = ? and id > ? order by id`,
    [orgId, after]
  )
}

test.group('events: from every place', (group) => {
  group.tap((test) => test.tags(['@once']))

  test('{name}')
    .with(PLACES)
    .run(async ({ assert }, { state, act, events }) => {
      const stage = await openPlace(state)
      const { orgId, productId } = stage.vendor
      const before = (await eventsOf(orgId)).at(-1)!.id
      await act(stage)
      const written = await eventsOf(orgId, before)
      assert.deepEqual(
        written.map(({ name }) => name),
        events
      )
      for (const { name, data, productId: of } of written) {
        assert.sameMembers(Object.keys(data), FIELDS[name], name)
        if (name.startsWith('license.') || name.startsWith('api_key.')) assert.equal(of, productId)
        if ('productId' in data) assert.equal(data.productId, productId)
      }
    })

  test('no event of the catalogue is without a place', ({ assert }) => {
    const placed = new Set(PLACES.flatMap(({ events }) => events))
    // The specs of end users, orders, releases and tickets cover their events.
    const elsewhere = /^(end_user|order|release|ticket)\./
    // A test event goes only to the endpoint for which it was made.
    assert.deepEqual(
      EVENT_NAMES.filter((name) => !placed.has(name) && !elsewhere.test(name)),
      ['test.ping']
    )
  })
})
