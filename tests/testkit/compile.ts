import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { transformFile, type Options } from '@swc/core'

/** The folder of the compiled copy of the project. */
const OUTPUT = 'tmp/compiled'

const SOURCES = [
  '*.ts',
  '{.adonisjs,app,bin,commands,config,database,start,tests,benchmarks}/**/*.ts',
  'packages/sdk/src/**/*.ts',
  // The unit suite tests the parts of the console and the portal that are rules and need no browser.
  'resources/{console,portal}/src/**/*.ts',
]
const DATA = ['package.json', 'public', 'resources', 'tests/testkit/tls', 'tests/testkit/saml']

/** As in `tsconfig.json`, and as @poppinss/ts-exec compiles a single pass. */
const OPTIONS: Options = {
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  inlineSourcesContent: false,
  module: { type: 'es6' },
  jsc: {
    target: 'esnext',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    experimental: { keepImportAttributes: true },
    keepClassNames: true,
  },
}

/**
 * Compiles the project once and returns the folder. The suites start about a hundred processes, and each one that had
 * to compile TypeScript would take three more seconds of processor time. It does not check types; the type check does.
 * @throws Error if a file cannot be compiled
 */
export async function compileProject(): Promise<string> {
  await rm(OUTPUT, { recursive: true, force: true })
  const files = await Array.fromAsync(glob(SOURCES))
  await Promise.all(files.filter((file) => !file.endsWith('.d.ts')).map(compile))
  for (const data of DATA) {
    const filter = (file: string) => !file.endsWith('.ts')
    await cp(data, `${OUTPUT}/${data}`, { recursive: true, filter })
  }
  return OUTPUT
}

async function compile(file: string) {
  const { code, map } = await transformFile(file, { ...OPTIONS, sourceFileName: resolve(file) })
  const output = `${OUTPUT}/${file.replace(/\.ts$/, '.js')}`
  await mkdir(dirname(output), { recursive: true })
  await writeFile(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`)
  await writeFile(`${output}.map`, map!)
}
