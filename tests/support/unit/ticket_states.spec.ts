import { test } from '@japa/runner'
import {
  AGES,
  moveTicket,
  OPENED,
  TICKET_STATUSES,
  type TicketMove,
  type TicketState,
  type TicketStatus,
} from '#support/rules/ticket_states'

const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

const at = (status: TicketStatus): TicketState => ({
  status,
  resolvedAt: status === 'resolved' || status === 'closed' ? NOW - DAY : null,
  closedAt: status === 'closed' ? NOW - 1 : null,
  dueAt: status === 'closed' || status === 'open' ? null : NOW + 1,
})

/** contract/11-tickets: the table, cell by cell; null means refused. */
const TABLE: Record<TicketStatus, Record<TicketMove, TicketStatus | null>> = {
  open: {
    ...{ write: 'open', answer: 'waiting', resolve: 'resolved', reopen: null, take: 'open' },
    ...{ age: null, close: 'closed' },
  },
  waiting: {
    ...{ write: 'open', answer: 'waiting', resolve: 'resolved', reopen: null, take: 'open' },
    ...{ age: 'resolved', close: 'closed' },
  },
  resolved: {
    ...{ write: 'open', answer: 'waiting', resolve: 'resolved', reopen: 'open', take: 'open' },
    ...{ age: 'closed', close: 'closed' },
  },
  closed: { write: null, answer: null, resolve: null, reopen: null, take: null, age: null, close: null },
}

test.group('the states of a ticket', () => {
  for (const from of TICKET_STATUSES) {
    test(`from ${from}: every move leads where the contract says`, ({ assert }) => {
      for (const [move, to] of Object.entries(TABLE[from]) as [TicketMove, TicketStatus | null][]) {
        const moved = moveTicket(at(from), move, NOW)
        if (to) assert.equal(moved.outcome === 'moved' && moved.state.status, to, `${from} ${move}`)
        else {
          const reason = from === 'closed' ? 'closed' : 'impossible'
          assert.deepEqual(moved, { outcome: 'refused', reason }, `${from} ${move}`)
        }
      }
    })
  }

  test('a move into a status begins its time; open and closed tickets wait for nothing', ({ assert }) => {
    const dueAfter = (from: TicketState, move: TicketMove) => {
      const moved = moveTicket(from, move, NOW)
      return moved.outcome === 'moved' ? moved.state.dueAt : 'refused'
    }
    assert.deepEqual(AGES, { waiting: 14 * DAY, resolved: 7 * DAY })
    assert.equal(dueAfter(OPENED, 'answer'), NOW + 14 * DAY)
    assert.equal(dueAfter(at('waiting'), 'answer'), NOW + 14 * DAY)
    assert.equal(dueAfter(OPENED, 'resolve'), NOW + 7 * DAY)
    assert.isNull(dueAfter(at('waiting'), 'write'))
    assert.isNull(dueAfter(at('resolved'), 'close'))
  })

  test('a resolution is remembered until the ticket is opened again', ({ assert }) => {
    const after = (from: TicketState, move: TicketMove) => {
      const moved = moveTicket(from, move, NOW)
      return moved.outcome === 'moved' ? [moved.state.resolvedAt, moved.state.closedAt] : null
    }
    assert.deepEqual(after(OPENED, 'resolve'), [NOW, null])
    assert.deepEqual(after(at('resolved'), 'resolve'), [NOW - DAY, null])
    assert.deepEqual(after(at('resolved'), 'close'), [NOW - DAY, NOW])
    assert.deepEqual(after(OPENED, 'close'), [null, NOW])
    assert.deepEqual(after(at('resolved'), 'write'), [null, null])
  })
})
