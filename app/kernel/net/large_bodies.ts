import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import Refusal from '#kernel/refusals/refusal'
import type { ReadBody, SentBody } from './body_thread.js'
import type { BodyWithLists } from './body_with_lists.js'

/** How long an idle thread is kept, in milliseconds. */
const IDLE = 10_000

/**
 * Memory for the values of one body, in MiB: several times the need of the largest body that is allowed. The young
 * generation is small, because all values of a list live until the list is read.
 */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 }

let threads: Piscina<SentBody, ReadBody> | null = null

/**
 * Reads a large body in a separate thread, one body at a time. Parsing 100,000 ids takes tens of milliseconds, during
 * which the event loop would block all other callers. The buffers in `given` are transferred instead of copied, so the
 * caller must not use them afterwards.
 * @throws BAD_REQUEST for anything that is not one JSON object in UTF-8.
 */
export async function readApart(sent: SentBody, given: Buffer[] = []): Promise<BodyWithLists> {
  threads ??= open()
  const transferList = given.filter(ownsMemory).map(({ buffer }) => buffer as ArrayBuffer)
  const outcome = await threads.run(sent, { transferList })
  if (!('refused' in outcome)) return outcome
  const { refused, message, details } = outcome
  throw new Refusal(refused, { message, details })
}

/** Stops the thread, if there is one. The next large body starts a new one. */
export async function closeLargeBodies() {
  const closing = threads
  threads = null
  await closing?.destroy()
}

/** Small buffers share their memory with others, so they cannot be transferred. */
function ownsMemory({ byteLength, buffer }: Buffer): boolean {
  return byteLength === buffer.byteLength
}

function open(): Piscina<SentBody, ReadBody> {
  const isSource = import.meta.url.endsWith('.ts')
  return new Piscina<SentBody, ReadBody>({
    filename: fileURLToPath(new URL(`./body_thread.${isSource ? 'ts' : 'js'}`, import.meta.url)),
    execArgv: isSource ? ['--import=@poppinss/ts-exec'] : [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE,
    resourceLimits: HEAP,
  })
}
