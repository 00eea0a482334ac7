import { bodies } from '#config/bodies'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Queue } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { kept } from '#kernel/batching/kept'
import { boardRules } from './queue_board_rules.js'
import { BOARD_THEME } from './queue_board_theme.js'
import type Queues from '#kernel/queues/queues'

/** The path of the board (contract#queue-board). */
export const BOARD_PATH = '/admin/queues'

/** Web fonts that the board's page requests from Google; the page has fallbacks. */
const FOREIGN_FONTS = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/

/**
 * Files whose names change with their content. Only signed-in admins can load them, so no shared cache may store
 * them.
 */
const IMMUTABLE = /^\/admin\/queues\/static\/.*\.[0-9a-f]{10}\.(?:css|js)$/
const FOR_GOOD = 'private, max-age=31536000, immutable'

const UI = {
  boardTitle: 'Latchkey queues',
  hideRedisDetails: true,
  hideDocsLink: true,
  theme: BOARD_THEME,
  miscLinks: [
    { text: 'Console', url: '/console/admin/queues' },
    { text: 'Service', url: '/' },
    { text: 'Sign out', url: '/admin/sign-out' },
  ],
}

/** The board's response to an error: never a stack, never a path. */
function answerError(error: Error & { statusCode?: number }) {
  const status = error.statusCode && error.statusCode < 500 ? error.statusCode : 500
  const message = status < 500 ? 'The queue board cannot do this' : 'Something went wrong here'
  return { status: status as 500, body: { error: message, message } }
}

/**
 * bull-board over the service's queues, on both backends. It is a Fastify plugin, so it gets its own Fastify instance
 * that never listens: requests are passed to it unchanged, after the caller has been admitted.
 */
export default class QueueBoard {
  #shown: Queue[] = []
  #board?: () => Promise<FastifyInstance>

  constructor(
    protected queues: Queues,
    /** Readable names of operations, by id. */
    protected nameOperations: (ids: string[]) => Promise<Map<string, string>>
  ) {}

  /** Answers a request below `BOARD_PATH`; resolves when the response has ended. */
  async handle(req: IncomingMessage, res: ServerResponse) {
    const board = await this.#over(await this.queues.usable())
    const closed = once(res, 'close')
    board.routing(req, res)
    await closed
  }

  async close() {
    const board = await this.#board?.().catch(() => undefined)
    await board?.close()
  }

  /** The board for these queues; reopened queues get a new board. */
  #over(queues: Queue[]): Promise<FastifyInstance> {
    if (!this.#board || queues.some((queue, at) => queue !== this.#shown[at])) {
      this.#shown = queues
      this.#board = kept(() => this.#build(queues))
    }
    return this.#board()
  }

  /** Builds the board when it is first opened, so that workers and commands start without it. */
  async #build(queues: Queue[]): Promise<FastifyInstance> {
    const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }, { default: fastify }] =
      await Promise.all([
        import('@bull-board/api'),
        import('@bull-board/api/bullMQAdapter'),
        import('@bull-board/fastify'),
        import('fastify'),
      ])
    const adapter = new FastifyAdapter().setBasePath(BOARD_PATH)
    createBullBoard({
      queues: queues.map((queue) => new BullMQAdapter(queue)),
      serverAdapter: adapter,
      options: { uiConfig: UI, handlerHooks: boardRules(this.nameOperations) },
    })
    adapter.setErrorHandler(answerError)
    const board = fastify({ logger: false, bodyLimit: bodies.limits.ordinary })
    board.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode < 400 && IMMUTABLE.test(request.url)) reply.header('cache-control', FOR_GOOD)
      return typeof payload === 'string' ? payload.replace(FOREIGN_FONTS, '') : payload
    })
    await board.register(adapter.registerPlugin(), { prefix: BOARD_PATH })
    await board.ready()
    return board
  }
}
