/** Milliseconds of work after which a runtime call is answered, even if a store does not respond. */
const PATIENCE = 900

/** Milliseconds before the deadline from which nothing more is committed for the call. */
const LAST_COMMIT = 100

/**
 * The deadline of one runtime call. Its clock runs while the service works and stops while the service waits for the
 * body, so that a slow network does not cause a refusal (contract/01-changes#bounds).
 */
export default class Deadline {
  #ends = performance.now() + PATIENCE
  #waitsSince: number | null = null
  #over = false
  #timer: NodeJS.Timeout | undefined

  constructor(protected onLate: () => void) {
    this.#timer = setTimeout(this.#look, PATIENCE)
  }

  waitsForBody() {
    this.#waitsSince = performance.now()
  }

  bodyIsWhole() {
    const now = performance.now()
    this.#ends += now - (this.#waitsSince ?? now)
    this.#waitsSince = null
    this.#timer ??= setTimeout(this.#look, this.#ends - now)
  }

  /** Ends the deadline; the call has its answer. */
  stop() {
    this.#over = true
    clearTimeout(this.#timer)
  }

  /** Returns whether the call may still change anything: a call that is answered 503 must have no effect. */
  isOpen = (): boolean => !this.#over && performance.now() < this.#ends - LAST_COMMIT

  #look = () => {
    this.#timer = undefined
    if (this.#waitsSince !== null) return
    const rest = this.#ends - performance.now()
    if (rest > 1) this.#timer = setTimeout(this.#look, rest)
    else this.onLate()
  }
}
