import { openSecret, type SealedColumn } from './secrets.js'

const MOST = 10_000

/**
 * Sealed secrets that are in use, opened: opening one costs more than an HMAC with it. A value is remembered for its
 * row only, so one that was moved to another row is refused whether it is remembered or not.
 */
export default class OpenedSecrets<Opened> {
  #known = new Map<string, { row: string; opened: Opened }>()

  constructor(
    protected column: SealedColumn,
    protected prepare: (secret: string) => Opened
  ) {}

  /** The opened secret of a row. @throws when it cannot be opened there. */
  get(sealed: string, row: string): Opened {
    const known = this.#known.get(sealed)
    if (known?.row === row) return known.opened
    const opened = this.prepare(openSecret(sealed, `${this.column}:${row}`))
    if (this.#known.size >= MOST) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(sealed, { row, opened })
    return opened
  }
}
