import assert from 'node:assert/strict'
import { longestTurnWhile, workWhile } from '#tests/testkit/processor_time'
import { NASTY } from '#tests/testkit/nasty_bodies'
import type { Answer, Place } from './places.js'

const MIB = 1024 * 1024

/**
 * The longest time that a body of `bytes` bytes may keep other callers waiting, in milliseconds of processor time. This
 * is several times what such a body takes; work that grows with the square of the size takes a hundred times as long.
 */
const mostOf = (bytes: number) => 50 + (25 * bytes) / MIB

/**
 * Documents of about a mebibyte, and the processor time in milliseconds that parsing each takes on an otherwise idle
 * machine. Other processes also take cycles and caches away from a measured turn. This hits distinct names most,
 * because they are many small pieces of memory.
 */
const REFERENCES = [
  { text: `[${'{"a":1},'.repeat(MIB / 8)}0]`, quiet: 12 },
  { text: NASTY['different names'](MIB), quiet: 40 },
]

/** The factor by which this machine is currently slower than an idle one; at least 1. */
async function slowness() {
  let most = 1
  for (const { text, quiet } of REFERENCES) {
    most = Math.max(most, (await workWhile(async () => void JSON.parse(text))) / quiet)
  }
  return most
}

/** A body may take this many such turns in total. */
const TURNS = 10

/** A random disturbance, such as a garbage collection of what earlier tests left, does not happen three times. */
const TRIES = 3

/** Sends a body, and fails if it costs the service more than bodies of its size may. */
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
    // Client, service and megabytes share one thread here, so a database connection that is being opened may time out.
    // The caller gets 503 and retries.
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) answer = await send(body, headers)
    assert.ok(![401, 500, 503].includes(answer.status), `${route}: ${name}: ${answer.text}`)
  }
  let cost = ''
  for (let tries = 0; tries < TRIES; tries++) {
    const spent = await workWhile(once)
    // No single turn took longer than all turns together, so most bodies need no closer look.
    if (spent <= most) return answer!
    const longest = await longestTurnWhile(once)
    const times = Math.max(longest, spent / TURNS) / most
    // Measuring how slow the machine is takes longer than most bodies, so this happens only if it decides.
    if (times <= 1 || times <= (await slowness())) return answer!
    cost = `${longest.toFixed()} ms at a time, ${spent.toFixed()} ms in all`
  }
  assert.fail(`${route}: ${name}, ${body.length} bytes: ${cost}`)
}
