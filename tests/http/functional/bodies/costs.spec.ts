import { BULK_CHANGES } from '#operations/kinds/registry'
import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { bodies } from '#config/bodies'
import { bootstrap } from '#config/bootstrap'
import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import { MAX_NAMED } from '#licensing/http/bulk_targets'
import { MAX_ENTRIES } from '#licensing/http/blacklists_input'
import { NASTY, NASTY_VALUES, PARSED } from '#tests/testkit/nasty_bodies'
import { sendCheaply } from './costs.js'
import { fieldsOf } from './fields.js'
import { createPlaces, type Place } from './places.js'

const { limits } = bodies

/** Code that reads one field does not know how large the body around it may be. */
const inField = (limit: number) => Math.min(limit, limits.ordinary)

/** Bytes for a name around a value. */
const NAME = 40

/** Documents or values of about `bytes` bytes. */
const written = (made: Record<string, (bytes: number) => string>, bytes: number) =>
  Object.entries(made).map(([name, write]) => [name, write(bytes)])

test.group('what the nastiest bodies cost', (group) => {
  let places: Place[]
  const settled = { ...bootstrap }
  group.tap((one) => one.tags(['@once']))
  group.each.timeout(240_000)
  group.setup(async () => {
    const made = await createPlaces()
    places = made.places.filter(({ limit }) => limit !== Infinity)
    return async () => {
      Object.assign(bootstrap, settled)
      await rows(db.connection(), 'delete from operations where org_id = ?', [made.target.merchant.orgId])
    }
  })

  const named = (pattern: RegExp) => places.filter(({ route }) => pattern.test(route))
  const largest = (limit: number) => places.filter((one) => one.limit === limit)

  test('every write of the router is measured, each with the largest body that it takes', async ({
    assert,
  }) => {
    assert.isAbove(places.length, 95)
    for (const { route, limit, send } of places) {
      if (/\/admin\/queues$|^DELETE \/admin/.test(route)) continue
      const full = '{"surpriseField":1}'.padEnd(limit)
      const tooLarge = /larger than|too large/
      // The tests below send bodies that are larger than an ordinary body.
      if (limit <= limits.ordinary) assert.notMatch((await send(full)).text, tooLarge, route)
      const { status, text } = await send(`${full} `)
      if (/ \/admin\//.test(route)) assert.oneOf(status, [403, 413], route)
      else assert.match(text, tooLarge, route)
    }
  })

  test('documents that are nasty to the parser, once for each limit')
    .with(() => [...new Set(places.map(({ limit }) => limit))])
    .run(async (_, limit) => {
      const [place] = largest(limit)
      for (const [name, text] of written(NASTY, limit)) await sendCheaply(place, name, text)
    })

  test('documents that are nasty to what stands behind the parser, on every route', async () => {
    for (const [limit, alike] of Map.groupBy(places, (one) => inField(one.limit))) {
      const texts = written(PARSED, limit)
      for (const place of alike) {
        for (const [name, text] of texts) await sendCheaply(place, name, text)
      }
    }
  })

  test('values that are nasty to what reads a field, for every field of every route', async ({ assert }) => {
    let fields = 0
    for (const [limit, alike] of Map.groupBy(places, (one) => inField(one.limit))) {
      const values = written(NASTY_VALUES, limit - NAME)
      for (const place of alike) {
        for (const field of await fieldsOf(place)) {
          fields++
          for (const [name, value] of values)
            await sendCheaply(place, `${field}: ${name}`, `{"${field}":${value}}`)
        }
      }
    }
    assert.isAbove(fields, 180)
  })

  test('a list of the most licenses that a bulk call names, wrong at its very end', async ({ assert }) => {
    const ids = Array.from({ length: MAX_NAMED - 1 }, () => newId())
    const licenseIds = [...ids, 'x']
    const more: Record<string, object> = {
      extend: { days: 1 },
      'set-tier': { tierId: null },
      'set-updates': { channels: null },
    }
    const bulk = largest(limits.ids)
    assert.lengthOf(bulk, 2 * BULK_CHANGES.length)
    for (const place of bulk) {
      const text = JSON.stringify({ licenseIds, ...more[place.route.split('/').at(-1)!] })
      const answer = await sendCheaply(place, 'a wrong id at the end', text)
      assert.include(answer.text, `licenseIds[${MAX_NAMED - 1}]`, place.route)
    }
  })

  test('the most licenses that a bulk call names: {0}')
    .with([
      ['licenseIds', (id: string) => id],
      ['licenseKeys', (id: string) => `"\\${id}`],
    ] as const)
    .run(async ({ assert }, [field, write]) => {
      const list = Array.from({ length: MAX_NAMED }, () => write(newId()))
      for (const place of named(/licenses\/freeze$/)) {
        const { status } = await sendCheaply(place, field, JSON.stringify({ [field]: list, dryRun: true }))
        assert.equal(status, 202)
      }
    })

  test('the most entries of a blacklist: {0}')
    .with([
      [400, 'all of them wrong', () => ({ type: 'x'.repeat(200), value: 'y'.repeat(300), reason: 5 })],
      [400, 'addresses of colons', () => ({ type: 'IP', value: ':'.repeat(256) })],
      [201, 'with long reasons', () => ({ type: 'HWID', value: newId().repeat(7), reason: 'r'.repeat(480) })],
    ] as const)
    .run(async ({ assert }, [expected, name, write]) => {
      const lists = largest(limits.entries)
      assert.lengthOf(lists, 2)
      // One list of entries that are stored is enough, because storing them in the database takes long.
      for (const place of expected === 201 ? lists.slice(1) : lists) {
        const body = JSON.stringify({ entries: Array.from({ length: MAX_ENTRIES }, write) })
        assert.equal((await sendCheaply(place, name, body)).status, expected)
      }
    })

  test('a filter of the most values: {$self}')
    .with(['{}', '1', '""'])
    .run(async ({ assert }, one) => {
      const list = Array.from({ length: bodies.json.values / 2 - 10 }, () => one).join()
      for (const place of named(/licenses\/freeze$/)) {
        const answer = await sendCheaply(place, one, `{"filter":{"exceptIds":[${list}]}}`)
        assert.equal(answer.status, 400)
      }
    })
})
