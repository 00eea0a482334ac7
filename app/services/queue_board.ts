import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type Queues from './queues.js'

/** Where the board lives (contract 7). */
export const BOARD_PATH = '/admin/queues'

/**
 * bull-board over the service's queues, on both backends. It is a Fastify plugin, so it gets a Fastify of its
 * own that never listens: requests are handed to it as they are, after the caller has been let in.
 */
export default class QueueBoard {
  #fastify?: Promise<FastifyInstance>

  constructor(protected queues: Queues) {}

  /** Answers a request below `BOARD_PATH`; resolves when the response has ended. */
  async handle(req: IncomingMessage, res: ServerResponse) {
    await this.queues.ready()
    this.#fastify ??= this.#build()
    const board = await this.#fastify
    const closed = once(res, 'close')
    board.routing(req, res)
    await closed
  }

  async close() {
    const board = await this.#fastify?.catch(() => undefined)
    await board?.close()
  }

  /** What the board is made of is loaded when somebody first looks: workers and commands start without it. */
  async #build(): Promise<FastifyInstance> {
    const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }, { default: fastify }] =
      await Promise.all([
        import('@bull-board/api'),
        import('@bull-board/api/bullMQAdapter'),
        import('@bull-board/fastify'),
        import('fastify'),
      ])
    const adapter = new FastifyAdapter().setBasePath(BOARD_PATH)
    createBullBoard({
      queues: this.queues.all().map((queue) => new BullMQAdapter(queue)),
      serverAdapter: adapter,
      options: { uiConfig: { boardTitle: 'Latchkey queues', hideRedisDetails: true } },
    })
    const board = fastify({ logger: false })
    await board.register(adapter.registerPlugin(), { prefix: BOARD_PATH })
    await board.ready()
    return board
  }
}
