/**
 * Imported first by the processes of `npm run dev`: when their parent process is gone, they stop as on SIGTERM. The parent
 * held the embedded Postgres, and a process that has not begun to use it does not stop it. So each leaves a process behind
 * that looks whether anybody still uses it.
 */
import { spawn } from 'node:child_process'
import { whenParentIsGone } from './parent_gone.js'

function stop() {
  if (!process.env.DATABASE_URL) process.once('exit', leavePostgres)
  if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
  else process.exit()
}

function leavePostgres() {
  const args = ['--import=@poppinss/ts-exec', './bin/dev/leave_postgres.ts']
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref()
}

whenParentIsGone(stop)
// The framework tells the parent that the application is ready. If the parent is already gone, that must not end the
// process before it has closed its resources.
process.on('error', () => {})
