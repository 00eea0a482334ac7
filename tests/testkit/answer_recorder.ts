/**
 * Is loaded before a server that a test starts. It records each answer of the server in the folder that API_RECORD
 * names, so that the suite checks those answers against the API document too.
 */
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerRecord } from './answer_record.js'
import { watchAnswer } from './answer_watch.js'

/** Answers beyond these limits are not recorded, because they belong to load tests. */
const MOST = 2000
const LONGEST = 256 * 1024

const { API_RECORD } = process.env
const record = API_RECORD ? answerRecord(API_RECORD) : null
const { emit } = Server.prototype
let recorded = 0

Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
  if (event === 'request' && record && recorded++ < MOST) {
    const [request, response] = args as [IncomingMessage, ServerResponse]
    watchAnswer(request, response, (answer) => {
      if (answer.body.length <= LONGEST) record(answer)
    })
  }
  return emit.apply(this, [event, ...args] as unknown as Parameters<typeof emit>)
} as typeof emit
