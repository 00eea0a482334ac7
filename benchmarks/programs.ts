import { readFile } from 'node:fs/promises'

type Program = { args: string[]; env: Record<string, string> }

/** The arguments and environment that a package script gives to Node.js, so that production settings are measured. */
export async function programOf(script: 'start' | 'worker'): Promise<Program> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const [settings, args] = scripts[script].split(' exec node ')
  const plain = settings.split(' ').filter((word) => /^\w+=\w+$/.test(word))
  return { args: args.split(' '), env: Object.fromEntries(plain.map((word) => word.split('='))) }
}
