/** Processes a list in order, at most `most` items at a time. Results are in the order of the list. */
export async function atATime<One, Result>(
  most: number,
  list: One[],
  work: (one: One) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = list.entries()
  const worker = async () => {
    for (const [at, one] of waiting) results[at] = await work(one)
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
