import app from '@adonisjs/core/services/app'
import { Worker } from 'bullmq'
import type { QueueName } from '#config/queue'
import { openQueueConnection } from '#kernel/queues/queue_connection'
import Queues from '#kernel/queues/queues'
import { newId } from '#kernel/secrets/ids'

/** Adds a job to a queue and makes it fail for good, as if its last try had thrown; returns its id. */
export async function failJob(queue: QueueName, name: string): Promise<string> {
  const queues = await app.container.make(Queues)
  const { id } = await queues.get(queue).add(name, {}, { attempts: 1, lifo: true })
  const { options, factory, close } = openQueueConnection('work')
  const worker = new Worker(queue, null, { ...options, autorun: false }, factory as never)
  try {
    const token = newId()
    const taken = await worker.getNextJob(token, { block: false })
    if (taken?.id !== id) throw new Error(`Another job was next: ${taken?.id}`)
    await taken.moveToFailed(new Error('of the test'), token, false)
    return id!
  } finally {
    await worker.close()
    await close()
  }
}
