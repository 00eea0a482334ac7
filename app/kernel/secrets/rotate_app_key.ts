import db from '@adonisjs/lucid/services/db'
import { sealAppSecretsAnew } from './app_secrets.js'
import { openSecret, sealSecret, newestSeal, type Place } from './secrets.js'
import {
  countOtherwiseSealed,
  lockOtherwiseSealed,
  SEALED_TABLES,
  storeSealed,
  type SealedRow,
  type SealedTable,
} from './sealed_tables.js'
import { transaction } from '#kernel/database/unit_of_work'

/** Rows by table: those that another key had sealed, those sealed again, and those that no key of APP_KEYS opens. */
export type AppKeyRotation = {
  found: Record<string, number>
  sealed: Record<string, number>
  unreadable: Record<string, string[]>
}

export type RotationOptions = {
  dryRun?: boolean
  chunk?: number
  /** Called after each chunk with the rows done so far and the rows in total. */
  progress?: (done: number, total: number) => void
}

const CHUNK = 200

/**
 * Seals every stored secret with the newest key of APP_KEYS and binds it to its row (contract/01-changes#keys). Each
 * chunk is a separate transaction, and the seal shows which rows are done, so a run continues where the previous one
 * ended. Processes that have all keys of the ring may run at the same time. The value with which a start checks its
 * keys is sealed last, when no row that can be opened needs an older key, so that an older key cannot be removed from
 * APP_KEYS too early.
 */
export default class RotateAppKey {
  async execute({ dryRun = false, chunk = CHUNK, progress }: RotationOptions = {}): Promise<AppKeyRotation> {
    const result: AppKeyRotation = { found: {}, sealed: {}, unreadable: {} }
    for (const table of SEALED_TABLES) {
      result.found[table.table] = await countOtherwiseSealed(db.connection(), table, newestSeal())
    }
    if (dryRun) return result
    const total = Object.values(result.found).reduce((sum, count) => sum + count, 0)
    let done = 0
    for (const table of SEALED_TABLES) {
      const unreadable: string[] = []
      result.sealed[table.table] = await this.#table(table, chunk, unreadable, (rows) =>
        progress?.((done += rows), total)
      )
      if (unreadable.length > 0) result.unreadable[table.table] = unreadable
    }
    await sealAppSecretsAnew()
    return result
  }

  /**
   * Repeats passes over all rows until one finds nothing to seal, because other processes may write with older keys.
   */
  async #table(table: SealedTable, chunk: number, unreadable: string[], heard: (rows: number) => void) {
    let sealed = 0
    for (let changed = -1; changed !== 0; sealed += changed) {
      changed = 0
      unreadable.length = 0
      for (let after: string[] | null = null; ;) {
        const step = await this.#chunk(table, chunk, after)
        if (step === null) break
        changed += step.sealed
        unreadable.push(...step.unreadable)
        after = step.last
        heard(step.sealed)
      }
    }
    return sealed
  }

  #chunk(table: SealedTable, limit: number, after: string[] | null) {
    return transaction(async (trx) => {
      const locked = await lockOtherwiseSealed(trx, table, newestSeal(), after, limit)
      if (locked.length === 0) return null
      const anew = locked.map((row) => ({ row, values: sealAnew(table, row) }))
      const readable = anew.flatMap(({ row, values }) => (values ? [{ key: row.key, values }] : []))
      if (readable.length > 0) await storeSealed(trx, table, readable)
      const unreadable = anew.flatMap(({ row, values }) => (values ? [] : [row.key.join('/')]))
      return { sealed: readable.length, unreadable, last: locked.at(-1)!.key }
    })
  }
}

/** Seals the values of a row with the newest key; null if one of them cannot be opened. */
function sealAnew({ columns, boundTo }: SealedTable, { key, values }: SealedRow): (string | null)[] | null {
  const names = Object.values(columns)
  try {
    return values.map((sealed, at) => {
      if (!sealed || sealed.startsWith(newestSeal())) return sealed
      const place: Place = `${names[at]}:${key.slice(0, boundTo).join('/')}`
      return sealSecret(openSecret(sealed, place), place)
    })
  } catch {
    return null
  }
}
