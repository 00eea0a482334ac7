import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from './described.js'
import { bodies } from '#config/bodies'
import type { ListRules, ReadList } from '#kernel/json/long_lists'
import { readWithLists, type BodyWithLists } from '#kernel/net/body_with_lists'
import { readApart } from '#kernel/net/large_bodies'
import { readBody, refuseEncoding } from '#kernel/net/request_body'
import { ownTurn } from '#kernel/time/own_turn'
import Turns from '#kernel/time/turns'

export type BodyOptions = {
  /** Bytes; a larger body is a BAD_REQUEST. */
  limit?: number
  /** Members of the body that may hold very many strings; they are read into `ctx.lists`. */
  lists?: ListRules
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /**
     * The body exactly as sent. Empty if there was none, or if long lists were read from it in a worker thread and no
     * Idempotency-Key needs it any more: several such bodies at once would take most of the process's memory.
     */
    rawBody: Buffer
    /** The long lists of the body that the route has declared, by name; lists that the caller left out are missing. */
    lists: Record<string, ReadList>
  }
}

/** Bytes. A larger body is parsed in its own turn of the event loop, so that other requests are not delayed. */
const LARGE = 1024 * 1024
const NOTHING = Buffer.alloc(0)
/** Bytes. A larger body with long lists is parsed in a worker thread. */
const APART = 128 * 1024

/**
 * Serializes requests with long lists per org: several at once would take the processors away from all other
 * requests, in this process and in the database. A request that waits for its operation holds the turn for a limited
 * time only.
 */
const turns = new Turns(1000)

/**
 * Reads a JSON body: its exact bytes into `ctx.rawBody` (signatures are made over them), its value into
 * `request.body()`. A wrong content type, malformed JSON, NUL bytes or a body above the limit is a BAD_REQUEST
 * (contract#style). It runs after everything that can refuse a request without its body. Routes that stream a file do
 * not use it.
 */
export default class BodyMiddleware {
  static describe({ limit = bodies.limits.ordinary }: BodyOptions = {}): Described {
    return { bodyLimit: limit, refuses: ['BAD_REQUEST'] }
  }

  async handle(ctx: HttpContext, next: NextFn, { limit = bodies.limits.ordinary, lists }: BodyOptions = {}) {
    const { request } = ctx
    refuseEncoding(request.request.headers)
    ctx.rawBody = await readBody(request.request, limit)
    const contentType = request.header('content-type')
    const { value, lists: found } =
      lists && ctx.rawBody.length > APART
        ? await readInTurn(ctx, contentType, lists)
        : await readHere(ctx.rawBody, contentType, lists)
    ctx.lists = found
    // Not `setInitialBody`, which would make one more copy that nothing reads.
    request.updateBody(value)
    return next()
  }
}

async function readInTurn(
  ctx: HttpContext,
  contentType: string | undefined,
  rules: ListRules
): Promise<BodyWithLists> {
  const { rawBody: raw, response, request, scope } = ctx
  response.onFinish(await turns.take(scope.orgId))
  if (request.request.headers['idempotency-key'] !== undefined) return readApart({ raw, contentType, rules })
  ctx.rawBody = NOTHING
  return readApart({ raw, contentType, rules }, [raw])
}

async function readHere(
  raw: Buffer,
  contentType: string | undefined,
  rules: ListRules = {}
): Promise<BodyWithLists> {
  if (raw.length === 0) return { value: {}, lists: {} }
  if (raw.length > LARGE) await ownTurn()
  return readWithLists(raw, contentType, rules)
}
