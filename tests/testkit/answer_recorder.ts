/**
 * Is loaded before a server that a test starts. It writes each answer of the server as a line of JSON to the file that
 * API_RECORD names, so that the suite checks those answers against the API document too. It writes synchronously,
 * because tests kill servers.
 */
import { appendFileSync } from 'node:fs'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { watchAnswer } from './answer_watch.js'

/** Answers beyond these limits are not recorded, because they belong to load tests. */
const MOST = 2000
const LONGEST = 256 * 1024

const { API_RECORD } = process.env
const { emit } = Server.prototype
let recorded = 0

Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
  if (event === 'request' && API_RECORD && recorded++ < MOST) {
    const [request, response] = args as [IncomingMessage, ServerResponse]
    watchAnswer(request, response, ({ body, ...answer }) => {
      if (body.length > LONGEST) return
      appendFileSync(API_RECORD, `${JSON.stringify({ ...answer, body: body.toString('base64') })}\n`)
    })
  }
  return emit.apply(this, [event, ...args] as unknown as Parameters<typeof emit>)
} as typeof emit
