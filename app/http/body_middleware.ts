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
  /** Members of the body that may hold very many strings; they go into `ctx.lists`. */
  lists?: ListRules
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /**
     * The body exactly as sent; empty when there was none, and where long lists were read out of it and no
     * Idempotency-Key needs it any more: several such bodies at a time are most of what the process holds.
     */
    rawBody: Buffer
    /** The long lists of the body that the route has announced, by name; those that were not given are missing. */
    lists: Record<string, ReadList>
  }
}

/** Bytes. A larger body is parsed in a turn of its own, so that other requests get theirs. */
const LARGE = 1024 * 1024
const NOTHING = Buffer.alloc(0)
/** Bytes from which on a body with long lists is read in a thread. */
const APART = 128 * 1024

/**
 * Lists of one org are dealt with one after the other: several at a time would take the processors from everybody else,
 * in this process and in the database. A request that waits for its operation does not keep the next one for so long.
 */
const turns = new Turns(1000)

/**
 * Reads a JSON body: its exact bytes into `ctx.rawBody` (signatures are made over them), its value into
 * `request.body()`. Wrong content type, malformed JSON, NUL bytes and too large a body are BAD_REQUEST
 * (contract#style). It stands behind everything that may refuse a request without its body. Routes that stream a
 * file do without this middleware.
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
    // Not `setInitialBody`, which copies every value of it once more for nobody.
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
