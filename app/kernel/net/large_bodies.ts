import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import Refusal from '#kernel/refusals/refusal'
import type { ReadBody, SentBody } from './body_thread.js'
import type { BodyWithLists } from './body_with_lists.js'

/** Milliseconds for which a thread without work is kept. */
const IDLE = 10_000

/**
 * MiB that the values of one body may take: several times those of the largest one that is allowed. New values get
 * little room of their own, because those of a list all live until it is read.
 */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 6 }

let threads: Piscina<SentBody, ReadBody> | null = null

/**
 * Reads a large body in a thread of its own, one body at a time: to parse 100,000 ids takes tens of milliseconds, and
 * the event loop would keep every other caller waiting meanwhile. What is in `given` the caller gives away, so that it is
 * not copied.
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

/** Ends the thread, if there is one. The next large body starts another. */
export async function closeLargeBodies() {
  const closing = threads
  threads = null
  await closing?.destroy()
}

/** Small buffers share their memory with others. */
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
