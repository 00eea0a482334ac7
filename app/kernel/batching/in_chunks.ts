/** Chunks per run; after that, other jobs get their turn. */
const CHUNKS = 40

/**
 * Processes due items chunk by chunk, as long as chunks are full: `chunk` returns how many items it found, at most
 * `size`. Returns `finished: false` if the run ended only because it reached `most` chunks. An aborted run counts as
 * finished; the next run continues.
 */
export async function inChunks(
  size: number,
  chunk: () => Promise<number>,
  signal?: AbortSignal,
  most = CHUNKS
): Promise<{ finished: boolean }> {
  for (let turn = 0; turn < most; turn++) {
    if (signal?.aborted || (await chunk()) < size) return { finished: true }
  }
  return { finished: false }
}
