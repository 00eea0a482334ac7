import db from '@adonisjs/lucid/services/db'
import { parseJson } from '#kernel/json/json'
import { newestKey, ring } from './app_key_ring.js'
import { openSecret, refuseUnbound, sealSecret, type Place } from './secrets.js'
import { unreachable } from '#kernel/database/unreachable'
import StartProblem from '#kernel/refusals/start_problem'
import { firstRow, rows } from '#kernel/database/sql'

/**
 * Keys of digests that are compared for years, such as those of backup codes. They do not change when APP_KEYS changes;
 * they are only sealed again.
 */
type AppSecrets = {
  /** base64url */
  codes: string
  /** base64url */
  digests: string
  /** True if stored values may exist that are not bound to a row, because an earlier version wrote them. */
  unbound: boolean
}

const NAME = 'digests'
const PLACE: Place = `app_secrets.sealed_value:${NAME}`
const UNDEFINED_TABLE = '42P01'

let unlocked: { codes: Buffer; digests: Buffer } | null = null

/**
 * Returns the keys of digests.
 * @throws before `unlockAppSecrets` has read them.
 */
export function appSecrets() {
  if (!unlocked) throw new Error('The secrets of the application have not been read yet')
  return unlocked
}

/**
 * Reads the secrets that every process needs and that only the right APP_KEY opens; the first process writes them.
 * Server, workers and commands call this before anything else.
 * @throws with a message that names APP_KEY if no key of the ring opens the stored value.
 */
export async function unlockAppSecrets() {
  let sealed = await readSealed()
  if (sealed === null) {
    await writeFirst()
    sealed = (await readSealed())!
  }
  const { codes, digests, unbound } = openOrRefuse(() => parseJson(openSecret(sealed, PLACE)) as AppSecrets)
  unlocked = { codes: Buffer.from(codes, 'base64url'), digests: Buffer.from(digests, 'base64url') }
  refuseUnbound(!unbound)
}

/**
 * The same as `unlockAppSecrets` for a command, which may run before the first migration of its database.
 * @throws with a message that names DATABASE_URL if the database cannot be reached.
 */
export async function unlockMigratedAppSecrets() {
  await unlockAppSecrets().catch((error: Error & { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return
    throw error.code === undefined ? error : unreachable(error)
  })
}

/**
 * The same for a command that examines the database itself, and everything else if the database cannot be asked.
 * @throws StartProblem that names APP_KEY, as above.
 */
export async function unlockAppSecretsIfPossible() {
  await unlockAppSecrets().catch((error) => {
    if (error instanceof StartProblem) throw error
  })
}

/**
 * Refuses a database that another key has sealed, before anything in it changes: migrations cannot be undone.
 * @throws StartProblem that names APP_KEY, as above.
 */
export async function refuseOtherKey() {
  const sealed = await readSealed().catch((error: Error & { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return null
    throw error
  })
  if (sealed !== null) openOrRefuse(() => openSecret(sealed, PLACE))
}

/**
 * Records that every stored value is bound to its row, and seals the record with the newest key. This ends a rotation.
 */
export async function sealAppSecretsAnew() {
  const value: AppSecrets = {
    codes: appSecrets().codes.toString('base64url'),
    digests: appSecrets().digests.toString('base64url'),
    unbound: false,
  }
  await rows(db.connection(), 'update app_secrets set sealed_value = ? where name = ?', [
    sealSecret(JSON.stringify(value), PLACE),
    NAME,
  ])
  refuseUnbound()
}

async function readSealed(): Promise<string | null> {
  const found = await firstRow<{ sealed: string }>(
    db.connection(),
    'select sealed_value as sealed from app_secrets where name = ?',
    [NAME]
  )
  return found?.sealed ?? null
}

/**
 * An earlier version derived the digest keys from APP_KEY itself, so the same keys are derived here. The key must open
 * the oldest stored secret, so that a wrong APP_KEY is not accepted as the right one.
 */
async function writeFirst() {
  const oldest = await firstRow<{ sealed: string; place: Place }>(
    db.connection(),
    `select sealed, place from (
       select sealed_private_key as sealed, 'signing_keys.sealed_private_key:' || kid as place, created_at
       from signing_keys where sealed_private_key <> ''
       union all
       select signing_secret, 'api_keys.signing_secret:' || id, created_at from api_keys where signing_secret <> ''
     ) as stored order by created_at limit 1`
  )
  if (oldest) openOrRefuse(() => openSecret(oldest.sealed, oldest.place))
  const origin = (oldest && ring.find(({ cipher }) => cipher.decrypt(oldest.sealed) !== null)) ?? newestKey()
  const derived = (purpose: string) => Buffer.from(origin.derive(purpose)).toString('base64url')
  const value: AppSecrets = {
    codes: derived('latchkey short codes'),
    digests: derived('latchkey digests'),
    unbound: oldest !== null,
  }
  await rows(
    db.connection(),
    'insert into app_secrets (name, sealed_value) values (?, ?) on conflict (name) do nothing',
    [NAME, sealSecret(JSON.stringify(value), PLACE)]
  )
}

function openOrRefuse<T>(open: () => T): T {
  try {
    return open()
  } catch (cause) {
    throw new StartProblem(
      'APP_KEY does not open what this database holds: another key sealed it. Set APP_KEY to the key that the ' +
        'service has run with so far, or APP_KEYS to the new and the old one (new,old)',
      { cause }
    )
  }
}
