import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import router from '@adonisjs/core/services/router'
import { takeRecorded } from './answer_record.js'
import { watchAnswer, type SentAnswer } from './answer_watch.js'
import type { ApiContract } from './api_contract.js'
import { RECORD } from './servers.js'

/**
 * Makes the contract record every answer of a server: those of the framework and those of `runtimeExchange`, for every
 * caller.
 */
export function watched(server: Server, api: ApiContract): Server {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    watchAnswer(request, response, (answer) => note(answer, api))
  })
  return server
}

/** Makes the contract record the answers that the processes of the tests wrote (`answer_recorder.ts`). */
export async function noteRecorded(api: ApiContract) {
  for (const answer of await takeRecorded(RECORD)) note(answer, api)
}

function note({ url, ...answer }: SentAnswer, api: ApiContract) {
  const route = find(url, answer.method)
  if (route) api.note({ ...answer, pattern: route.route.pattern })
}

/** The route that the framework chooses for a request; null if there is none. */
function find(url: string, method: string) {
  try {
    return router.match(new URL(url, 'http://localhost').pathname, method, false)
  } catch {
    return null
  }
}
