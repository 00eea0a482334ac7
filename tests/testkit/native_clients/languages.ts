import { join, resolve } from 'node:path'
import { works } from './programs.js'

/** How the client of one language becomes a program that runs. */
export type Language = {
  name: string
  /** What brings the toolchain, for the one who reads that it was skipped. */
  needs: string
  /** How to build and start the client in a folder; null when the toolchain is not on this machine. */
  plan: (folder: string) => Promise<{ build: string[] | null; start: string[]; env?: Env } | null>
}
type Env = Record<string, string>

const clientOf = (file: string) => resolve('resources/clients', file)

const python: Language = {
  name: 'python',
  needs: 'apt-get install python3-cryptography',
  async plan() {
    // Another Python may stand before the one that apt-get gives its packages to.
    for (const interpreter of ['python3', '/usr/bin/python3']) {
      if (await works([interpreter, '-c', 'import cryptography'])) {
        return { build: null, start: [interpreter, '-B', clientOf('latchkey.py')] }
      }
    }
    return null
  },
}

const go: Language = {
  name: 'go',
  needs: 'apt-get install golang-go',
  async plan(folder) {
    if (!(await works(['go', 'version']))) return null
    const program = join(folder, 'client')
    const env = { GO111MODULE: 'off', GOTOOLCHAIN: 'local', GOMAXPROCS: '1' }
    return { build: ['go', 'build', '-o', program, clientOf('latchkey.go')], start: [program], env }
  },
}

export const LANGUAGES: Language[] = [python, go]
