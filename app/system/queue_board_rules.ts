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
 * The rules of the board. The service does not expect emptied queues or manually added jobs, so the board only
 * pauses, resumes and retries. A job that works on an operation is shown with the operation's description, because
 * its data holds only the id.
 */
export function boardRules(nameOperations: (ids: string[]) => Promise<Map<string, string>>): BoardHooks {
  return {
    before: async ({ method, route }) => {
      if (method === 'get' || ALLOWED.some((allowed) => allowed.test(route))) return
      return { allow: false, status: 403, message: 'The queue board can only pause, resume and retry' }
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

/** The data of a job: an object or, on a job's own page, JSON. */
function operationOf({ data }: Job): unknown {
  return typeof data === 'object' && data !== null ? data.operationId : undefined
}
