/**
 * Imported first by processes that run tests: they end when the process that started them is gone. Nobody reads their
 * results then. Without this, each line that they print fails, the test runner prints that failure too, and so on
 * without end, in ever more memory.
 */
import '../closed_output.js'
import { whenParentIsGone } from './parent_gone.js'

/** The exit code of a process whose parent is gone. Nobody sees it except a test. */
const ORPHANED = 1

// A process that somebody starts by hand has no channel to its parent.
if (process.send) whenParentIsGone(() => process.exit(ORPHANED))
