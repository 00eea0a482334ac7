import { readFile } from 'node:fs/promises'

/** What Node.js is given by a script of the package, so that the settings measured are those of production. */
export async function programOf(script: 'start' | 'worker'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  return scripts[script].split(' node ')[1].split(' ')
}
