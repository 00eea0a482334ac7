/** Pieces of work that end on command; `began` names them in the order in which they began. */
export function pieces() {
  const began: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    began,
    work: (name: string) => () => {
      began.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      )
    },
    /** Ends a piece, with `error` if given. */
    async end(name: string, error?: Error) {
      for (let turn = 0; turn < 20 && !ends.has(name); turn++) await new Promise(setImmediate)
      ends.get(name)!(error)
      // Gives the next piece time to begin.
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    },
  }
}
