import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openShell } from './shell.js'

/** The commands of a guide, block by block, including the blocks in lists. */
export const shellBlocks = (guide: string) =>
  [...guide.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, , block]) => block)

/** A shell in a new folder with these files, such as those that the quickstart leaves behind. */
export async function openGuideFolder(files: Record<string, string>) {
  await mkdir('tmp', { recursive: true })
  const folder = await mkdtemp(resolve('tmp/guide-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const shell = openShell(folder, { DATA_DIR: folder })
  return {
    shell,
    async [Symbol.asyncDispose]() {
      await shell.close()
      await rm(folder, { recursive: true })
    },
  }
}
