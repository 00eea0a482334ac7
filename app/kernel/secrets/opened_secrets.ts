import { openSecret, type SealedColumn } from './secrets.js'

const MOST = 10_000

/**
 * Caches opened secrets that are in use, because opening one costs more than an HMAC with it. A value is cached only
 * for its row, so a value that was moved to another row is always refused.
 */
export default class OpenedSecrets<Opened> {
  #known = new Map<string, { row: string; opened: Opened }>()

  constructor(
    protected column: SealedColumn,
    protected prepare: (secret: string) => Opened
  ) {}

  /**
   * Returns the opened secret of a row.
   * @throws if the secret does not open for this row.
   */
  get(sealed: string, row: string): Opened {
    const known = this.#known.get(sealed)
    if (known?.row === row) return known.opened
    const opened = this.prepare(openSecret(sealed, `${this.column}:${row}`))
    if (this.#known.size >= MOST) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(sealed, { row, opened })
    return opened
  }
}
