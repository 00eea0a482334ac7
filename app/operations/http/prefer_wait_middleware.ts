import { inject } from '@adonisjs/core'
import logger from '@adonisjs/core/services/logger'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import config from '#config/operations'
import { preferredWait } from '#operations/rules/prefer'
import FindOperation from '#operations/queries/find_operation'
import OperationWatch from '#operations/watch/operation_watch'
import type { Described } from '#http/described'
import { ok } from '#http/envelope'
import { operationViewOf, toOperation } from './operation_transformer.js'
import StandingRight from '#access/standing_right'

const OPERATION = /\/operations\/([0-9a-f-]{36})$/

/**
 * `Prefer: wait=N` (contract#starting-and-waiting): holds a 202 response until its operation has ended, then responds
 * 200 with the finished operation, or for an export 303 to its download. It wraps everything else of the route: the
 * operation is committed before the wait begins, and an idempotent request stores the plain 202. A caller that loses
 * the right to the operation during the wait gets the plain 202 at once, and so does one whose finished operation cannot
 * be read: the operation is committed, so an error would be wrong.
 */
@inject()
export default class PreferWaitMiddleware {
  constructor(
    protected watch: OperationWatch,
    protected findOperation: FindOperation
  ) {}

  static describe(): Described {
    return { waits: true, refuses: [] }
  }

  async handle(ctx: HttpContext, next: NextFn) {
    await next()
    const { request, response } = ctx
    const seconds = preferredWait(request.header('prefer'), config.maxWait)
    if (seconds === null || response.getStatus() !== 202 || response.response.destroyed) return
    const id = OPERATION.exec(String(response.getHeader('location') ?? ''))?.[1]
    if (!id) return
    response.header('Preference-Applied', `wait=${seconds}`)
    const gone = new AbortController()
    response.response.once('close', () => gone.abort())
    const right = new StandingRight(ctx, () => gone.abort())
    try {
      const ended = await this.watch.untilEnd(id, seconds * 1000, gone.signal)
      if (ended && (await right.holds())) await this.#answer(ctx, id)
    } catch (error) {
      logger.warn({ err: error, operationId: id }, 'a finished operation could not be read for its caller')
    } finally {
      right.stop()
    }
  }

  async #answer(ctx: HttpContext, id: string) {
    const found = await this.findOperation.byId(id)
    if (!found) return
    const operation = toOperation(found, operationViewOf(ctx))
    const download = operation.status === 'completed' && operation.result?.downloadUrl
    if (download) ctx.response.header('Location', String(download))
    ctx.response.status(download ? 303 : 200).send(ok({ operation }))
  }
}
