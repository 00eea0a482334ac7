/**
 * Imported by the processes of `npm run dev` before anything else: when the process that started them is gone, however it
 * ended, they stop as if they had been told to.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone keeps nobody alive.
process.channel?.unref()

export {}
