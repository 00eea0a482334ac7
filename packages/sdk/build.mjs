import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Compiles the package twice: modules for `import` and CommonJS for `require`. */
const folder = import.meta.dirname
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

rmSync(`${folder}/dist`, { recursive: true, force: true })
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  execFileSync(process.execPath, [tsc, '--project', project], { cwd: folder, stdio: 'inherit' })
}
writeFileSync(`${folder}/dist/cjs/package.json`, '{ "type": "commonjs" }\n')
