/** Creates a value once, on first use, and keeps it. After a failure the next call tries again. */
export function kept<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    if (made) return made
    const making = make()
    made = making
    making.catch(() => {
      if (made === making) made = null
    })
    return making
  }
}
