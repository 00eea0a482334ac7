/**
 * Imported first by the processes of `npm run dev`: when their parent process is gone, for whatever reason, they stop
 * as on SIGTERM.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The framework tells the parent that the application is ready. If the parent is already gone, that must not end the
// process before it has closed its resources.
process.on('error', () => {})
// The channel alone must not keep the process alive.
process.channel?.unref()

export {}
