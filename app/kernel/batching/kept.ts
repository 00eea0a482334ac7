/** Makes something once, when it is first asked for, and again after a failure: only what was made is kept. */
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
