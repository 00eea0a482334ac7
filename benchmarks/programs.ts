import { readFile } from 'node:fs/promises'

/** The flags of a package script for Node.js, so that the measured settings are those of production. */
export async function programOf(script: 'start' | 'worker'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[script].split(' node ')[1].split(' ')
}
