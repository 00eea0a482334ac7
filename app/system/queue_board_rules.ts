import type { BoardHooks } from '@bull-board/api/typings/app'
import { isUuid } from '#kernel/text/uuid'

/** The actions that the board allows: pausing and resuming queues, and retrying jobs. */
const ALLOWED = [
  /^\/api\/queues\/(:queueName\/)?(pause|resume)$/,
  /^\/api\/queues\/:queueName\/retry\/:queueStatus$/,
  /^\/api\/queues\/:queueName\/promote$/,
  /^\/api\/queues\/:queueName\/:jobId\/(retry|promote)$/,
]

type Job = { name: string; data?: { operationId?: unknown } }
type Body = { queues?: { jobs?: Job[] }[]; job?: Job }

/**
 * The rules of the board. Emptying a queue or adding jobs by hand does what no part of the service expects, so the
 * board only pauses, resumes and retries. Jobs that work on an operation are shown by what the operation is; their
 * data carry its id alone.
 */
export function boardRules(nameOperations: (ids: string[]) => Promise<Map<string, string>>): BoardHooks {
  return {
    before: async ({ method, route }) => {
      if (method === 'get' || ALLOWED.some((allowed) => allowed.test(route))) return
      return { allow: false, status: 403, message: 'The board pauses, resumes and retries, and nothing else' }
    },
    after: async (_context, result) => {
      const body = result.body as Body
      const shown = [
        ...(body?.queues ?? []).flatMap(({ jobs }) => jobs ?? []),
        ...(body?.job ? [body.job] : []),
      ]
      const names = await nameOperations(shown.map(operationOf).filter(isUuid)).catch(() => new Map())
      for (const job of shown) job.name = names.get(operationOf(job) as string) ?? job.name
      return result
    },
  }
}

/** Data are shown as objects or, on a job's own page, as JSON. */
function operationOf({ data }: Job): unknown {
  return typeof data === 'object' && data !== null ? data.operationId : undefined
}
