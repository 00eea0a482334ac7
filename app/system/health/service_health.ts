import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { currentSigningKey, publicSigningKeys } from '#kernel/signing/signing_keys'
import { checkDrive } from './drive_check.js'
import { checkMail } from './mail_check.js'
import { probe, type Check } from './probe.js'
import { checkPostgres, checkQueues } from './store_checks.js'

/** The checked parts; the last two are missing where they do not apply. */
export type Checks = { postgres: Check; queues: Check; drive: Check; mail?: Check; signing?: Check }

export type Health = { status: 'ok' | 'degraded' | 'error'; checks: Checks }

/** Callers within this time share one result, so that health checks cost the stores next to nothing. Milliseconds. */
const GOOD_FOR = 1000

let latest: { health: Promise<Health>; at: number } | null = null
const known = new Map<string, string>()

/**
 * The health of this process and of its stores (contract#health, contract/01-changes#said-to-the-caller). A change
 * since the last check is logged once, with its cause.
 */
export function serviceHealth(now = Date.now()): Promise<Health> {
  if (!latest || now - latest.at >= GOOD_FOR) latest = { health: examine(), at: now }
  return latest.health
}

/** Whether calls can be answered: the stores that every call needs are up. */
export async function storesAnswer(): Promise<boolean> {
  const { checks } = await serviceHealth()
  return checks.postgres.status !== 'down' && checks.queues.status !== 'down'
}

async function examine(): Promise<Health> {
  const [postgres, queues, mail, drive, signing] = await Promise.all([
    probe(checkPostgres),
    probe(checkQueues),
    probe(checkMail),
    checkDrive(),
    probe(checkSigning),
  ])
  const checks: Checks = { postgres, queues, drive }
  // Without the database the state of mails is unknown, and the database check reports that already.
  if (mail.status !== 'down') checks.mail = mail
  if (servesHttp()) checks.signing = signing
  for (const [name, check] of Object.entries<Check>(checks)) logChange(name, check)
  return { status: worst(Object.values(checks)), checks }
}

/** The quickstart serves HTTP from a command; other commands and workers sign nothing. */
function servesHttp(): boolean {
  return app.getEnvironment() !== 'console' || publicSigningKeys().length > 0
}

async function checkSigning() {
  currentSigningKey(Date.now()).sign('health')
}

function worst(checks: Check[]): Health['status'] {
  if (checks.some(({ status }) => status === 'down')) return 'error'
  return checks.some(({ status }) => status === 'degraded') ? 'degraded' : 'ok'
}

function logChange(name: string, { status, cause = '' }: Check) {
  const state = status === 'ok' ? 'ok' : `${status}: ${cause}`
  const before = known.get(name) ?? 'ok'
  known.set(name, state)
  if (before === state) return
  if (status === 'ok') logger.info({ check: name }, `${name} is well again`)
  else logger.error({ check: name, cause }, `${name} is ${status}: ${cause}`)
}
