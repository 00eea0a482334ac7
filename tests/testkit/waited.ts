import { setTimeout as delay } from 'node:timers/promises'
import { call } from './api.js'
import { hold } from './held.js'
import { lockWaits } from './lock_waits.js'

/** Runs work that has to wait for locked licenses. `released` is the moment at which they were free. */
export async function waited<T>(ids: string[], work: () => Promise<T>) {
  const letGo = await hold(ids)
  const working = work()
  await lockWaits(1)
  await delay(20)
  const released = Date.now()
  await letGo()
  return { released, result: await working }
}

/** The newest entry in the timeline of a license, and its moment. */
export async function latestOf({ token }: { token: string }, id: string) {
  const { events } = (await call('GET', `/v1/dashboard/licenses/${id}/events`, { token })).body.data
  return { ...events[0], at: Date.parse(events[0].createdAt) } as { type: string; at: number }
}
