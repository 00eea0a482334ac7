import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { server as served } from '#config/server'
import { listenProblem, type ListenError } from '#kernel/refusals/explanations'
import StartProblem from '#kernel/refusals/start_problem'
import { storesAnswer } from './service_health.js'

/**
 * Serves `/health/live` and `/health/ready` from a worker on WORKER_HEALTH_PORT
 * (contract/01-changes#said-to-the-caller). `isWorking` says whether the process takes jobs.
 * @throws StartProblem if it cannot listen, for example because another worker on this machine has the port.
 */
export async function serveWorkerHealth(port: number, isWorking: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    respond(request, response, isWorking).catch(() => response.destroy())
  })
  server.listen(port, served.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const why = listenProblem(error as ListenError, 'WORKER_HEALTH_PORT')
    const isTaken = (error as ListenError).code === 'EADDRINUSE'
    throw new StartProblem(isTaken ? `${why}. Each worker on one machine needs a port of its own` : why)
  }
  return server
}

async function respond(request: IncomingMessage, response: ServerResponse, isWorking: () => boolean) {
  const status = await answer(request.url ?? '', isWorking)
  const body = JSON.stringify({ status: status === 200 ? 'ok' : status === 404 ? 'unknown' : 'error' })
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body)
}

async function answer(url: string, isWorking: () => boolean): Promise<200 | 404 | 503> {
  if (url === '/health/live') return 200
  if (url !== '/health/ready') return 404
  return isWorking() && (await storesAnswer()) ? 200 : 503
}
