import { isStoreAway } from '#kernel/refusals/database_faults'

/** The result of one item of a run. */
export type Settled<Out> = { ok: Out } | { error: unknown }

type Waiting<In, Out> = {
  item: In
  resolve: (value: Out) => void
  reject: (error: unknown) => void
}

type Options<In> = {
  /** The maximum number of items in one run. */
  size: number
  /** How many runs may be in progress at once. */
  lanes: number
  /**
   * Milliseconds after which an unfinished run gives up its lane. Calls that wait behind a store that has stopped
   * responding can then start and reach their own timeout in time.
   */
  patience?: number
  /** Items with the same key may share a run, but never run concurrently. */
  keyOf?: (item: In) => string
}

/**
 * Groups calls that arrive while others are in progress, so that many share one round trip. A single call runs
 * immediately: it waits only for calls of the same turn of the event loop.
 */
export default class MicroBatch<In, Out> {
  #waiting: Waiting<In, Out>[] = []
  #running = 0
  #busy = new Set<string>()
  #scheduled = false

  /** `run` returns the result of each item, in their order; if it throws, every item gets that error. */
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

  /**
   * Frees a lane only once, however often it is called. Each call checks the waiting items, because keys may be free
   * again.
   */
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
 * Runs `together` for all items. If that fails for a reason that may lie in a single item, it runs each item alone, so
 * that an item that the store refuses fails alone. An unavailable store is tried once, not once per item. `together`
 * must leave no effects when it fails.
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
