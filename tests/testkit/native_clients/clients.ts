import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES, type Language } from './languages.js'
import { ended, type Ended } from './programs.js'

/** A client that can be run with a command of its own: sign, verify, webhook, authorize, release or recall. */
type NativeClient = (
  words: string[],
  more?: { input?: string; env?: Record<string, string> }
) => Promise<Ended>

export type Built = {
  /** By the name of the language; a language without a toolchain is absent. */
  clients: Map<string, NativeClient>
  skipped: Language[]
  remove: () => Promise<void>
}

/** Processor seconds that a process of a build may take. */
const MOST_SECONDS = 60

/** Builds the clients of all languages whose toolchain is on this machine, two at a time. */
export async function buildClients(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-clients-'))
  const waiting = [...LANGUAGES]
  const built: Built = {
    clients: new Map(),
    skipped: [],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  const worker = async () => {
    for (let language = waiting.shift(); language; language = waiting.shift()) {
      const client = await build(language, join(folder, language.name))
      if (client) built.clients.set(language.name, client)
      else built.skipped.push(language)
    }
  }
  await Promise.all([worker(), worker()])
  return built
}

async function build({ name, plan }: Language, folder: string): Promise<NativeClient | null> {
  await mkdir(folder)
  const planned = await plan(folder)
  if (!planned) return null
  if (planned.build) {
    const bounded = ['bash', '-c', `ulimit -t ${MOST_SECONDS}; exec "$@"`, 'build', ...planned.build]
    const { code, output, complaints } = await ended(bounded, { env: planned.env, cwd: folder })
    if (code !== 0) throw new Error(`The client for ${name} does not compile:\n${output}${complaints}`)
  }
  return (words, more) => ended([...planned.start, ...words], more)
}
