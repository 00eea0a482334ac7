import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * BullMQ, loaded at the first call. It is a sixth of the code that a command would load at its start, and most commands
 * use no queue. The server loads it before it listens (`start/load_ahead`).
 */
export const bullmq = () => require('bullmq') as typeof import('bullmq')
