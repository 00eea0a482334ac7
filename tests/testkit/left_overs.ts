import assert from 'node:assert/strict'
import type { Group } from '@japa/runner/core'
import { until } from './wait.js'

/** What a spec starts and has to end, as Node.js calls it. */
const HELD = {
  ProcessWrap: 'a process',
  TCPServerWrap: 'a server',
  Timeout: 'a timer',
} as const

type Held = keyof typeof HELD

/**
 * Makes a group fail that ends and leaves behind something of these kinds that it has started. What was told to end may
 * take `patience` milliseconds.
 */
export function refuseLeftOvers(
  group: Pick<Group, 'title' | 'setup' | 'teardown'>,
  kinds: Held[],
  patience = 5000
) {
  const before = new Map<Held, number>()
  const left = () => kinds.filter((kind) => count(kind) > before.get(kind)!)
  group.setup(() => kinds.forEach((kind) => before.set(kind, count(kind))))
  // The cleanup of the first teardown is the last that a group does.
  group.teardown(() => async () => {
    await until('what the group started to end', () => left().length === 0, patience).catch(() => {})
    assert.deepEqual(
      left().map((kind) => HELD[kind]),
      [],
      `The group "${group.title}" has left something running`
    )
  })
}

function count(kind: Held): number {
  return process.getActiveResourcesInfo().filter((one) => one === kind).length
}
