/**
 * Entry point of the Ace commands. The build replaces this file with one that needs no TypeScript.
 * The version check comes first, in plain JavaScript, so that an older Node gets a sentence and not a stack.
 */
import './bin/installed.js'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Latchkey needs Node.js 24 or newer and this is ${process.version}: run it through npm (npm run ace -- ${process.argv.slice(2).join(' ')}), which uses the Node.js that "npm ci" installs.`
  )
  process.exit(1)
}

// After `npm run build`, the service's own commands are those of the build, which start in half the time.
const { isBuilt } = await import('./bin/current_build.ts')
if (isBuilt(import.meta.dirname, process.argv[2])) {
  await import(new URL('build/bin/console.js', import.meta.url).href)
} else {
  await import('@poppinss/ts-exec')
  await import('./bin/console.js')
}
