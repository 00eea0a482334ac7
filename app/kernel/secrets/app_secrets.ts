import db from '@adonisjs/lucid/services/db'
import { parseJson } from '#kernel/json/json'
import { newestKey, ring } from './app_key_ring.js'
import { openSecret, refuseUnbound, sealSecret, type Place } from './secrets.js'
import { unreachable } from '#kernel/database/unreachable'
import { firstRow, rows } from '#kernel/database/sql'

/**
 * Keys of digests that are compared for years, such as those of backup codes. They stay the same when APP_KEYS
 * changes: only their seal is renewed.
 */
type AppSecrets = {
  /** base64url */
  codes: string
  /** base64url */
  digests: string
  /** Whether values that are bound to no row may still be stored, because an earlier version wrote them. */
  unbound: boolean
}

const NAME = 'digests'
const PLACE: Place = `app_secrets.sealed_value:${NAME}`
const UNDEFINED_TABLE = '42P01'

let unlocked: { codes: Buffer; digests: Buffer } | null = null

/** The keys of digests. @throws before `unlockAppSecrets` has read them. */
export function appSecrets() {
  if (!unlocked) throw new Error('The secrets of the application have not been read yet')
  return unlocked
}

/**
 * Reads what every process needs of the database and what only the right APP_KEY opens; the first process writes it.
 * Server, workers and commands call it before they do anything else.
 * @throws with a line that names APP_KEY when no key of the ring opens what is stored.
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
 * The same for a command, which may run before the first migration of its database.
 * @throws with a line that names DATABASE_URL when the database cannot be asked.
 */
export async function unlockMigratedAppSecrets() {
  await unlockAppSecrets().catch((error: Error & { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return
    throw error.code === undefined ? error : unreachable(error)
  })
}

/** Notes that every stored value is bound to its row, and seals the note with the newest key: the end of a rotation. */
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
 * An earlier version derived the digests from APP_KEY itself: they go on with the same keys. So that a wrong key does
 * not become the right one here, it must open the oldest secret that is stored already.
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
    throw new Error(
      'APP_KEY does not open what this database holds: another key sealed it. Set APP_KEY to the key that the ' +
        'service has run with so far, or APP_KEYS to the new and the old one (new,old)',
      { cause }
    )
  }
}
