import { test } from '@japa/runner'
import { LICENSE_STATUSES } from '#licensing/rules/license'
import { LICENSE_MOVES } from '#licensing/rules/state_machine'
import { OPERATION_STATUSES } from '#operations/rules/operation'
import { OPERATION_MOVES, statusesBefore } from '#operations/rules/operation_states'
import { ORDER_MOVES, ORDER_STATES } from '#storefront/rules/order'
import { TICKET_MOVES, TICKET_STATUSES } from '#support/rules/ticket_states'
import { DELIVERY_MOVES } from '#webhooks/rules/delivery_states'
import { arrowsOf, drawingBelow, movesOf, statesOf } from '#tests/testkit/drawings'
import { textOf } from '#tests/testkit/project_files'

const drawn = async (heading: string) => drawingBelow(await textOf('docs/states.md'), heading, 'stateDiagram')

/** `from -> to` for each cell of a table of next statuses, sorted. */
const movesOfTable = (table: Record<string, readonly string[]>) =>
  Object.entries(table)
    .flatMap(([from, next]) => next.map((to) => `${from} -> ${to}`))
    .sort()

test.group('the drawing of the states', () => {
  test('of a license shows the moves of the state machine, by name', async ({ assert }) => {
    const drawing = await drawn('License')
    assert.deepEqual(statesOf(drawing), [...LICENSE_STATUSES].sort())
    const moves = Object.entries(LICENSE_MOVES).flatMap(([name, cells]) =>
      Object.entries(cells).map(([from, to]) => `${from} -> ${to}: ${name}`)
    )
    const arrows = arrowsOf(drawing).map(({ from, to, label }) => `${from} -> ${to}: ${label}`)
    assert.deepEqual(arrows.sort(), moves.sort())
  })

  test('of an operation shows every move', async ({ assert }) => {
    const drawing = await drawn('Operation')
    assert.deepEqual(statesOf(drawing), [...OPERATION_STATUSES].sort())
    assert.deepEqual(movesOf(drawing), movesOfTable(OPERATION_MOVES))
  })

  test('of a delivery shows every move', async ({ assert }) => {
    const drawing = await drawn('Delivery')
    assert.deepEqual(statesOf(drawing), Object.keys(DELIVERY_MOVES).sort())
    assert.deepEqual(movesOf(drawing), movesOfTable(DELIVERY_MOVES))
  })

  test('of a ticket shows every move from one status to another, by name', async ({ assert }) => {
    const drawing = await drawn('Ticket')
    assert.deepEqual(statesOf(drawing), [...TICKET_STATUSES].sort())
    const moves = Object.entries(TICKET_MOVES).flatMap(([name, cells]) =>
      Object.entries(cells).flatMap(([from, to]) => (from === to ? [] : [`${from} -> ${to}: ${name}`]))
    )
    const arrows = arrowsOf(drawing).filter(({ from }) => from !== '[*]')
    assert.deepEqual(arrows.map(({ from, to, label }) => `${from} -> ${to}: ${label}`).sort(), moves.sort())
  })

  test('of an order shows every move, by name', async ({ assert }) => {
    const drawing = await drawn('Order')
    assert.deepEqual(statesOf(drawing), [...ORDER_STATES].sort())
    const moves = Object.entries(ORDER_MOVES).flatMap(([name, cells]) =>
      Object.entries(cells).map(([from, to]) => `${from} -> ${to}: ${name}`)
    )
    const arrows = arrowsOf(drawing).filter(({ from }) => from !== '[*]')
    assert.deepEqual(arrows.map(({ from, to, label }) => `${from} -> ${to}: ${label}`).sort(), moves.sort())
  })
})

test.group('the statuses before a status of an operation', () => {
  test('are those from which it can be reached', ({ assert }) => {
    assert.deepEqual(statusesBefore('running'), ['queued'])
    assert.deepEqual(statusesBefore('cancelling'), ['queued', 'running'])
    assert.deepEqual(statusesBefore('completed'), ['running', 'cancelling'])
    assert.deepEqual(statusesBefore('failed'), ['running', 'cancelling'])
    assert.deepEqual(statusesBefore('cancelled'), ['cancelling'])
    assert.deepEqual(statusesBefore('queued'), ['failed', 'cancelled'])
  })
})
