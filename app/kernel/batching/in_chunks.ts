/** Chunks of one run, after which other jobs have their turn. */
const CHUNKS = 40

/**
 * Works off what is due, a chunk after the other, as long as chunks come full: `chunk` returns how many it has found of
 * the `size` that it looks for. Returns whether the run is finished; one that is aborted is, and the next goes on.
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
