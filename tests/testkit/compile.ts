import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm } from 'node:fs/promises'

/** Where the compiled copy of the project is put. */
const OUTPUT = 'tmp/compiled'

/**
 * Compiles the project once and returns the folder. The suites start some hundred processes, and each that had to
 * read TypeScript would take three seconds of a processor longer. Types are the type check's business.
 * @throws when a file cannot be compiled.
 */
export async function compileProject(): Promise<string> {
  await rm(OUTPUT, { recursive: true, force: true })
  const options = ['--noCheck', '--sourceMap', '--outDir', OUTPUT]
  const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', ...options], { stdio: 'inherit' })
  const [code] = await once(tsc, 'close')
  if (code !== 0) throw new Error('The project does not compile')
  for (const data of ['package.json', 'public', 'resources', 'tests/testkit/tls', 'tests/testkit/saml']) {
    const filter = (file: string) => !file.endsWith('.ts')
    await cp(data, `${OUTPUT}/${data}`, { recursive: true, filter })
  }
  return OUTPUT
}
