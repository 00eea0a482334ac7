import type { IncomingHttpHeaders } from 'node:http'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from './described.js'
import { bodies } from '#config/bodies'
import { FairLanes } from '#kernel/batching/fair_lanes'
import type { ListRules, ReadList } from '#kernel/json/long_lists'
import { readWithLists, type BodyWithLists } from '#kernel/net/body_with_lists'
import { readApart } from '#kernel/net/large_bodies'
import { readBody, refuseEncoding } from '#kernel/net/request_body'
import Refusal from '#kernel/refusals/refusal'
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
 * Large bodies that are being received or wait for their turn, per org. A slow sender keeps only places of its own org,
 * and never a turn.
 */
const places = new FairLanes({
  lanes: Infinity,
  own: bodies.large.perOrg,
  get patience() {
    return bodies.large.patience
  },
  late: () =>
    new Refusal('RATE_LIMITED', {
      message: 'Too many large bodies of this organisation are being read: retry in a moment',
      retryAfter: 5,
    }),
})

/**
 * Reads a JSON body: its exact bytes into `ctx.rawBody` (signatures are made over them), its value into
 * `request.body()`. A wrong content type, malformed JSON, NUL bytes or a body above the limit is a BAD_REQUEST
 * (contract#style). It runs after everything that can refuse a request without its body. Routes that stream a file do
 * not use it.
 */
export default class BodyMiddleware {
  static describe({ limit = bodies.limits.ordinary, lists }: BodyOptions = {}): Described {
    return { bodyLimit: limit, refuses: lists ? ['BAD_REQUEST', 'RATE_LIMITED'] : ['BAD_REQUEST'] }
  }

  async handle(ctx: HttpContext, next: NextFn, options: BodyOptions = {}) {
    const { request } = ctx
    refuseEncoding(request.request.headers)
    const read = () => readInto(ctx, options)
    const { value, lists } =
      options.lists && mayBeLarge(request.request.headers)
        ? await places.run(ctx.scope.orgId, read)
        : await read()
    ctx.lists = lists
    // Not `setInitialBody`, which would make one more copy that nothing reads.
    request.updateBody(value)
    return next()
  }
}

/** True if a body has more than `APART` bytes, or if its length is unknown. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > APART
}

async function readInto(
  ctx: HttpContext,
  { limit = bodies.limits.ordinary, lists }: BodyOptions
): Promise<BodyWithLists> {
  ctx.rawBody = await readBody(ctx.request.request, limit)
  const contentType = ctx.request.header('content-type')
  return lists && ctx.rawBody.length > APART
    ? readInTurn(ctx, contentType, lists)
    : readHere(ctx.rawBody, contentType, lists)
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
