import assert from 'node:assert/strict'
import type { Group } from '@japa/runner/core'
import { until } from './wait.js'

/** Resources that a spec must end if it starts them, by the name that Node.js gives them. */
const HELD = {
  ProcessWrap: 'a process',
  TCPServerWrap: 'a server',
  Timeout: 'a timer',
} as const

type Held = keyof typeof HELD

/**
 * Fails a group that leaves resources of these kinds running that it has started. Resources that are closing may take
 * `patience` milliseconds to end.
 */
export function refuseLeftOvers(
  group: Pick<Group, 'title' | 'setup' | 'teardown'>,
  kinds: Held[],
  patience = 5000
) {
  const before = new Map<Held, number>()
  const left = () => kinds.filter((kind) => count(kind) > before.get(kind)!)
  group.setup(() => kinds.forEach((kind) => before.set(kind, count(kind))))
  // The cleanup of the first teardown is the last step of a group.
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
