/**
 * Errors of an output that nobody reads any more. A program that reads a command's output may stop early, such as `head`, and
 * a terminal may be closed. The process then ends quietly instead of with a stack.
 */
const CLOSED = new Set(['EPIPE', 'EIO'])

/** The exit code that shells use for a broken pipe. */
const BROKEN_PIPE = 141

let end = (): void => process.exit(BROKEN_PIPE)

/** Ends the process by `ended` from now on: what it has opened is to be closed first. */
export function endClosedOutputBy(ended: () => void) {
  end = ended
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!CLOSED.has(error.code ?? '')) throw error
    end()
  })
}
