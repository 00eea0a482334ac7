/**
 * What a command prints may be read by a program that stops early, such as `head`. The command ends then, quietly and
 * with the exit code that shells know for it, instead of with the stack of a broken pipe.
 */
const CLOSED = 141

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(CLOSED)
  })
}
