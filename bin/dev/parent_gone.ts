/**
 * Calls `stop` when the process that started this one is gone, for whatever reason. That process may have gone before
 * this is called; then the event has already been emitted. The channel to it alone does not keep this process alive.
 */
export function whenParentIsGone(stop: () => void) {
  if (!process.connected) return stop()
  process.once('disconnect', stop)
  process.channel?.unref()
}
