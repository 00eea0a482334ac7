/**
 * How long failed deletions may take in one run. A disk that does not answer is left after the first ones, but files
 * that cannot be deleted do not keep a run from those behind them. Milliseconds.
 */
const PATIENCE = 30_000

/** The deletions of one run of a job. A file that cannot be deleted stops no other; the next run tries it again. */
export default class FileDeletions {
  #failed = 0
  #wasted = 0
  #first?: { path: string; error: unknown }

  constructor(protected patience = PATIENCE) {}

  /** Returns true once failed deletions have taken so long that the run should end. */
  get givenUp(): boolean {
    return this.#wasted > this.patience
  }

  /** Runs a deletion; `path` is for the message of a failure. Returns false if it failed, or if the run has given up. */
  async attempt(path: string, remove: () => Promise<unknown>): Promise<boolean> {
    if (this.givenUp) return false
    const begun = performance.now()
    try {
      await remove()
      return true
    } catch (error) {
      this.#wasted += performance.now() - begun
      this.#failed++
      this.#first ??= { path, error }
      return false
    }
  }

  /** Call it when the run has done everything else. @throws an error that names the first failure and their number. */
  assertAll() {
    if (!this.#first) return
    const { path, error } = this.#first
    const said = error instanceof Error ? error.message : String(error)
    throw new Error(`Could not delete ${path}: ${said} (failures in this run: ${this.#failed})`, {
      cause: error,
    })
  }
}
