/**
 * `npm run vendor:scalar -- <version>`: copies the script of the reference page from its npm package into the
 * sources, so that neither the service nor its installation needs the package. Run it once per version, then check
 * /reference and run `npm test -- browser`.
 */
import './require_node.js'
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, gzipSync } from 'node:zlib'
import { SCALAR } from '#system/reference/scalar'

const SOURCE = 'app/system/reference/scalar.ts'
const run = promisify(execFile)
const version = process.argv[2] ?? SCALAR.version
const folder = await mkdtemp(join(tmpdir(), 'scalar-'))

try {
  // npm verifies the download against the registry's checksum.
  await run('npm', ['pack', `@scalar/api-reference@${version}`, '--pack-destination', folder])
  const [packed] = await readdir(folder)
  await run('tar', ['-xzf', packed, 'package/dist/browser/standalone.js'], { cwd: folder })
  const script = await readFile(join(folder, 'package/dist/browser/standalone.js'))
  const sha256 = hash('sha256', script)
  if (version === SCALAR.version && sha256 !== SCALAR.sha256)
    throw new Error(`Version ${version} is another file than before: ${sha256} instead of ${SCALAR.sha256}`)
  const file = `resources/reference/scalar-${version}.js.gz`
  if (file !== SCALAR.file) await rm(SCALAR.file)
  await writeFile(file, gzipSync(script, { level: constants.Z_BEST_COMPRESSION }))
  const source = await readFile(SOURCE, 'utf8')
  await writeFile(SOURCE, source.replaceAll(SCALAR.version, version).replaceAll(SCALAR.sha256, sha256))
  process.stdout.write(`${file}: SHA-256 of the script ${sha256}\n`)
} finally {
  await rm(folder, { recursive: true })
}
