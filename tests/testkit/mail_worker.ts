import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import Queues from '#kernel/queues/queues'
import { rows } from '#kernel/database/sql'
import { call } from './api.js'
import { createMerchant } from './merchant.js'
import { killWorker, startWorker, Workers } from './worker_process.js'

type Waiting = { attempts: number; waits: boolean }

/**
 * All mails. A mail waits when its attempt is over: during an attempt it is due within the 15 seconds of a lease, and
 * no other wait begins as short as that.
 */
export const waitingMails = () =>
  rows<Waiting>(
    db.connection(),
    `select attempts, due_at > now() + interval '15 seconds' as waits from mails order by id`
  )

export const noMailIsLeft = async () => (await waitingMails()).length === 0

export async function dropAllMails() {
  await rows(db.connection(), 'delete from mails')
}

/** Wakes one worker of the mail queue. */
export async function wakeMailWorker() {
  await (await app.container.make(Queues)).dispatch('mail.send', {})
}

/** Requests a new password, as a user who has forgotten theirs; returns the address. */
export async function askForNewPassword() {
  const { email } = await createMerchant()
  await call('POST', '/v1/auth/forgot-password', { body: { email } })
  return email
}

const settings = (port: number) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_FROM: 'keys@latchkey.example',
})

/** A worker of the mail queue in a separate process, with these settings; it is killed at its disposal. */
export async function mailWorker(port: number, env: Record<string, string> = {}) {
  const worker = await startWorker({ ...settings(port), ...env }, ['mail'])
  return { [Symbol.asyncDispose]: () => killWorker(worker) }
}

/** Workers of the mail queue, one after another. */
export function mailWorkers(port: number, env: Record<string, string> = {}) {
  return new Workers({ ...settings(port), ...env }, ['mail'])
}

export const messageIdOf = ({ text }: { text: string }) =>
  /^Message-ID: (<[\w-]+@latchkey\.example>)\r$/im.exec(text)?.[1]
