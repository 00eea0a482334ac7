import { execFile } from 'node:child_process'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs the TypeScript compiler of the project in a folder.
 * @throws Error if something does not compile
 */
export async function compile(folder: string, ...args: string[]) {
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...args], { cwd: folder }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    }
  )
}

/**
 * Installs the SDK into the `node_modules` of a folder, only as ES modules, and links the types of Node.js beside it.
 */
export async function putSdkInto(folder: string) {
  const home = join(folder, 'node_modules/@latchkey/sdk')
  await mkdir(home, { recursive: true })
  await copyFile('packages/sdk/package.json', join(home, 'package.json'))
  await compile('packages/sdk', '--noCheck', '--outDir', join(home, 'dist/esm'))
  await symlink(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
}
