/**
 * Exits with a clear message on an older Node.js, which would fail later with an obscure error. It imports nothing,
 * and every entry point imports it first.
 */
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Latchkey needs Node.js 24 or newer and this is ${process.version}: start it through npm (npm run start, npm run worker, npm run ace --), which uses the Node.js that "npm ci" installs.\n`
  )
  process.exit(1)
}

export {}
