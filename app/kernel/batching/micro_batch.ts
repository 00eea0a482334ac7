import { isStoreAway } from '#kernel/refusals/database_faults'

/** The result of one item of a run. */
export type Settled<Out> = { ok: Out } | { error: unknown }

type Waiting<In, Out> = {
  item: In
  resolve: (value: Out) => void
  reject: (error: unknown) => void
}

type Options<In> = {
  /** The most that one run is given. */
  size: number
  /** How many runs may be under way at once. */
  lanes: number
  /**
   * Milliseconds after which an unfinished run gives up its lane, so that calls behind a store that has stopped
   * answering can find that out themselves, and in time.
   */
  patience?: number
  /** Items of one key may share a run, but never run side by side. */
  keyOf?: (item: In) => string
}

/**
 * Groups calls that arrive while others are under way, so that many of them share one round trip. A single call runs
 * at once: it waits only for calls of the same turn of the event loop.
 */
export default class MicroBatch<In, Out> {
  #waiting: Waiting<In, Out>[] = []
  #running = 0
  #busy = new Set<string>()
  #scheduled = false

  /** `run` answers with what became of each item, in their order; what it throws, all of them get. */
  constructor(
    protected run: (items: In[]) => Promise<Settled<Out>[]>,
    protected options: Options<In>
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  #schedule() {
    if (this.#scheduled || this.#running >= this.options.lanes) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#start()
    })
  }

  #start() {
    while (this.#running < this.options.lanes) {
      const chosen = this.#choose()
      if (chosen.length === 0) return
      this.#running++
      void this.#settle(chosen)
    }
  }

  #choose(): Waiting<In, Out>[] {
    const { size, keyOf } = this.options
    if (!keyOf) return this.#waiting.splice(0, size)
    const chosen: Waiting<In, Out>[] = []
    const left: Waiting<In, Out>[] = []
    for (const one of this.#waiting) {
      const fits = chosen.length < size && !this.#busy.has(keyOf(one.item))
      ;(fits ? chosen : left).push(one)
    }
    chosen.forEach(({ item }) => this.#busy.add(keyOf(item)))
    this.#waiting = left
    return chosen
  }

  async #settle(chosen: Waiting<In, Out>[]) {
    const leave = this.#leaveOnce()
    const { keyOf, patience } = this.options
    const timer = patience === undefined ? undefined : setTimeout(leave, patience)
    try {
      const results = await this.run(chosen.map(({ item }) => item))
      chosen.forEach((one, at) => settle(one, results[at]))
    } catch (error) {
      chosen.forEach(({ reject }) => reject(error))
    } finally {
      clearTimeout(timer)
      if (keyOf) chosen.forEach(({ item }) => this.#busy.delete(keyOf(item)))
      leave()
    }
  }

  /** Frees a lane, however often it is called; what waits is looked at each time, as keys may have come free. */
  #leaveOnce() {
    let left = false
    return () => {
      if (!left) this.#running--
      left = true
      if (this.#waiting.length > 0) this.#schedule()
    }
  }
}

function settle<In, Out>({ resolve, reject }: Waiting<In, Out>, result: Settled<Out>) {
  if ('ok' in result) resolve(result.ok)
  else reject(result.error)
}

/**
 * Runs `together` for all items, and each item alone when their run fails for a reason that can lie in one of them:
 * so an item that the store refuses fails alone. A store that is away is asked once, not once for each. `together` must
 * leave nothing behind when it fails.
 */
export async function eachSettled<In, Out>(
  items: In[],
  together: (items: In[]) => Promise<Out[]>
): Promise<Settled<Out>[]> {
  try {
    return (await together(items)).map((ok) => ({ ok }))
  } catch (error) {
    if (items.length === 1 || isStoreAway(error)) return items.map(() => ({ error }))
  }
  const alone = items.map((item) => eachSettled([item], together))
  return (await Promise.all(alone)).flat()
}
