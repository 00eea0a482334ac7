/** Milliseconds of work within which a runtime call is answered, whatever has become of the stores. */
const PATIENCE = 900

/** Milliseconds before that, from which on nothing is committed for the call any more. */
const LAST_COMMIT = 100

/**
 * The time of one runtime call. It runs while the service works and stands while the service waits for the body, so
 * that a slow network is no reason to refuse a call (contract/01-changes#bounds).
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

  /** The call has its answer. */
  stop() {
    this.#over = true
    clearTimeout(this.#timer)
  }

  /** Whether the call may still change anything: what is answered 503 must have no effect. */
  isOpen = (): boolean => !this.#over && performance.now() < this.#ends - LAST_COMMIT

  #look = () => {
    this.#timer = undefined
    if (this.#waitsSince !== null) return
    const rest = this.#ends - performance.now()
    if (rest > 1) this.#timer = setTimeout(this.#look, rest)
    else this.onLate()
  }
}
