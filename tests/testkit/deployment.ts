import { startServer, type OtherServer } from './servers.js'
import { BULK, killWorker, startWorker } from './worker_process.js'
import type { Merchant } from './merchant.js'
import type { Running } from './processes.js'

/** An HTTP process and two workers on stores that a test may take away. */
export default class Deployment {
  private constructor(
    readonly server: OtherServer,
    readonly workers: Running[]
  ) {}

  static async start(env: Record<string, string | undefined>): Promise<Deployment> {
    // The server starts first, because it migrates the schema.
    const server = await startServer(env)
    const workers = await Promise.all([startWorker(env, BULK), startWorker(env, BULK)])
    return new Deployment(server, workers)
  }

  /** Starts an operation with a request; returns its id. */
  async post({ orgId, token }: Merchant, path: string, body: object | string): Promise<string> {
    const csv = typeof body === 'string'
    const response = await fetch(`${this.server.base}/v1/dashboard/orgs/${orgId}/licenses/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': csv ? 'text/csv' : 'application/json' },
      body: csv ? body : JSON.stringify(body),
    })
    const answer = (await response.json()) as { data?: { operation: { id: string } } }
    if (!answer.data) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    return answer.data.operation.id
  }

  /** The exit codes of the processes; null for each one that still runs. */
  get exitCodes() {
    return [this.server, ...this.workers].map(({ child }) => child.exitCode)
  }

  async close() {
    await Promise.all([this.server.kill('SIGKILL'), ...this.workers.map(killWorker)])
  }
}
