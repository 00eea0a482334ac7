/**
 * Ends with a message in a checkout whose packages are not installed. Plain JavaScript that imports no package, because
 * nothing else runs there.
 */
try {
  import.meta.resolve('@poppinss/ts-exec')
} catch {
  console.error(
    'The packages of Latchkey are not installed yet: run "npm ci" in this folder, then this again.'
  )
  process.exit(1)
}
