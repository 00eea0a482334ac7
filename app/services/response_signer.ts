import logger from '@adonisjs/core/services/logger'
import { sign } from 'node:crypto'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import MicroBatch from './micro_batch.js'
import type { SigningKey } from './signing_keys.js'
import type { SignedOrder, SigningOrder } from './signing_thread.js'

type Item = { text: string; key: SigningKey }

/** The part of a turn's signatures that the thread makes. */
const THREAD_SHARE = 0.75
/** How long the thread may be silent before the main thread signs after all, in milliseconds. */
const PATIENCE = 100

let thread: Worker | null = null
let lastId = 0
const known = new Set<string>()
/** What the thread has in hand, and who waits for it. */
const orders = new Map<number, (signatures: string[]) => void>()

const signatures = new MicroBatch(signTogether, { size: 64, lanes: 1 })

/**
 * The Ed25519 signature of a text, base64url (interface 5.5). It costs more than any other step of a call, so of
 * those that come up in the same turn a thread of its own makes most while the main thread, which has everything
 * else to do, makes the others. One that comes up alone waits for no thread. Handing texts over one by one, as the thread pool would have it,
 * costs the main thread half as much as signing.
 */
export function signText(text: string, key: SigningKey): Promise<string> {
  return signatures.add({ text, key })
}

/** Ends the thread; the next signature starts another. */
export async function closeSigner() {
  const closing = thread
  thread = null
  known.clear()
  await closing?.terminate()
}

/** Around a rotation a batch may hold two keys: the main thread signs such a one. */
async function signTogether(items: Item[]): Promise<string[]> {
  const { kid } = items[0].key
  if (items.length === 1 || items.some(({ key }) => key.kid !== kid)) return items.map(signHere)
  const share = Math.floor(items.length * THREAD_SHARE)
  const theirs = signInThread(items.slice(0, share))
  const ours = items.slice(share).map(signHere)
  return [...(await theirs), ...ours]
}

/** An answer of the thread that is late finds its order gone, because the main thread has signed. */
function signInThread(items: Item[]): Promise<string[]> {
  const id = ++lastId
  const { kid, privateKey } = items[0].key
  const worker = (thread ??= startThread())
  const der = known.has(kid) ? null : privateKey.export({ format: 'der', type: 'pkcs8' })
  known.add(kid)
  return new Promise((resolve) => {
    const finish = (signed: string[]) => {
      clearTimeout(timer)
      orders.delete(id)
      resolve(signed)
    }
    const timer = setTimeout(() => finish(items.map(signHere)), PATIENCE)
    orders.set(id, finish)
    worker.postMessage({ id, kid, der, texts: items.map(({ text }) => text) } satisfies SigningOrder)
  })
}

function signHere({ text, key }: Item): string {
  return sign(null, Buffer.from(text), key.privateKey).toString('base64url')
}

function startThread(): Worker {
  const started = new Worker(new URL(`./signing_thread${extname(import.meta.url)}`, import.meta.url))
  started.unref()
  started.on('message', ({ id, signatures: signed }: SignedOrder) => orders.get(id)?.(signed))
  started.on('error', (error) => {
    logger.error({ err: error }, 'the signing thread has ended: another is started')
    if (thread === started) {
      thread = null
      known.clear()
    }
  })
  return started
}
