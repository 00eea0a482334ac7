/**
 * Imported by the processes of `npm run dev` before anything else: when the process that started them is gone, however it
 * ended, they stop as if they had been told to.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The framework tells the parent that the application is ready: a parent that is gone by then must not end the process
// before it has closed what it has opened.
process.on('error', () => {})
// The channel alone keeps nobody alive.
process.channel?.unref()

export {}
