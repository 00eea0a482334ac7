/** Loaded before a program: at its end it writes which modules it has loaded, as one line of JSON to standard error. */
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => writeSync(2, `\n${JSON.stringify({ loaded })}\n`))
