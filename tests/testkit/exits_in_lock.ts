/** A process that exits while it holds the lock of the ledger in its first argument, as one that is told to stop may. */
import ProcessLedger from '#kernel/database/process_ledger'

await new ProcessLedger(process.argv[2]).exclusively(async () => process.exit())
