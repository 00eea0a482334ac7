import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '#services/free_port'

export type TestRedis = { url: string; close: () => Promise<void> }

/** The Redis of REDIS_URL, or one of our own from a redis-server on the PATH; null when there is neither. */
export async function openTestRedis(): Promise<TestRedis | null> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, close: async () => {} }
  const port = await freePort()
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' }
  )
  const missing = await Promise.race([
    once(server, 'error').then(() => true),
    once(server, 'spawn').then(() => false),
  ])
  if (missing) return null
  const url = `redis://127.0.0.1:${port}`
  await untilReady(url)
  return {
    url,
    async close() {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function untilReady(url: string) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => 50, maxRetriesPerRequest: null })
  redis.on('error', () => {})
  await Promise.race([
    redis.ping(),
    delay(10_000).then(() => Promise.reject(new Error('redis-server is silent'))),
  ])
  redis.disconnect()
}
