import assert from 'node:assert/strict'
import { processorTimeOf, workWhile } from '#tests/testkit/processor_time'
import { NASTY } from '#tests/testkit/nasty_bodies'
import type { Answer, Place } from './places.js'

const MIB = 1024 * 1024

/**
 * Milliseconds of processor time for which a body of so many bytes may keep everybody else waiting. Several times
 * what it takes: work that grows with the square of a body takes a hundred times that.
 */
const mostOf = (bytes: number) => 50 + (25 * bytes) / MIB

/**
 * Documents of about a mebibyte and the processor time, in milliseconds, that it takes to parse each on a machine that
 * nobody else uses. Others who use it take cycles and caches away from a turn that is measured, too: most from names that
 * all differ, which are many small pieces of memory.
 */
const REFERENCES = [
  { text: `[${'{"a":1},'.repeat(MIB / 8)}0]`, quiet: 12 },
  { text: NASTY['different names'](MIB), quiet: 40 },
]

/** How many times slower than a quiet machine this one is just now; never less than once. */
async function slowness() {
  let most = 1
  for (const { text, quiet } of REFERENCES) {
    most = Math.max(most, (await workWhile(async () => void JSON.parse(text))) / quiet)
  }
  return most
}

/** How many such turns a body may take in all. */
const TURNS = 10

/** A chance thing, such as a garbage collection of what earlier tests have left, does not come three times. */
const TRIES = 3

/** Sends a body, and fails where it costs the service more than bodies of its size may. */
export async function sendCheaply(
  { route, send }: Place,
  name: string,
  text: string,
  headers?: Record<string, string>
): Promise<Answer> {
  const body = Buffer.from(text)
  const most = mostOf(body.length)
  let answer: Answer
  const once = async () => {
    answer = await send(body, headers)
    // Client, service and megabytes share one thread here: a connection to the database that opens meanwhile may find its
    // time over, and a caller who is told so tries again.
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) answer = await send(body, headers)
    assert.ok(![401, 500, 503].includes(answer.status), `${route}: ${name}: ${answer.text}`)
  }
  // No turn took longer than all of them: most bodies need no closer look.
  if ((await workWhile(once)) <= most) return answer!
  let cost = ''
  for (let tries = 0; tries < TRIES; tries++) {
    const { spent, longestTurn } = await processorTimeOf(once)
    const times = Math.max(longestTurn, spent / TURNS) / most
    // How slow the machine is takes longer to find out than most bodies take: only where it decides.
    if (times <= 1 || times <= (await slowness())) return answer!
    cost = `${longestTurn.toFixed()} ms at a time, ${spent.toFixed()} ms in all`
  }
  assert.fail(`${route}: ${name}, ${body.length} bytes: ${cost}`)
}
