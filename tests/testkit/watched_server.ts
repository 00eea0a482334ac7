import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { readFile, rm } from 'node:fs/promises'
import router from '@adonisjs/core/services/router'
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
  const text = await readFile(RECORD, 'utf8').catch(() => '')
  await rm(RECORD, { force: true })
  for (const line of text.split('\n')) {
    // A killed process may have left half a line.
    if (!line.endsWith('}')) continue
    const { body, ...answer } = JSON.parse(line) as Omit<SentAnswer, 'body'> & { body: string }
    note({ ...answer, body: Buffer.from(body, 'base64') }, api)
  }
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
