/**
 * Imported first by processes that run tests: they end when the process that started them is gone, for whatever reason.
 * Nobody reads their results then. Without this, each line that they print fails, the test runner prints that failure
 * too, and so on without end, in ever more memory.
 */
import '../closed_output.js'

/** The exit code of a process whose parent is gone. Nobody sees it except a test. */
const ORPHANED = 1

// A process that somebody starts by hand has no channel to its parent. Where there is one, it may have closed before
// this file was loaded; then the event has already been emitted.
if (process.send) {
  if (!process.connected) process.exit(ORPHANED)
  process.once('disconnect', () => process.exit(ORPHANED))
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}
