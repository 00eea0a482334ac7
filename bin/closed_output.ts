/**
 * The exit code that shells use for a broken pipe. A program that reads a command's output may stop early, such as
 * `head`; the command then ends quietly with this code instead of with a stack.
 */
const CLOSED = 141

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(CLOSED)
  })
}
