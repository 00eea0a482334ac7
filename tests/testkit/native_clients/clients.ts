import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atATime } from '#tests/testkit/at_a_time'
import { LANGUAGES, type Language } from './languages.js'
import { ended, type Ended } from './programs.js'

/** The programs built from the client of one language. */
type NativeClient = {
  /** Its command line: sign, verify, webhook, authorize, release or recall. */
  command: (words: string[], more?: { input?: string; env?: Record<string, string> }) => Promise<Ended>
  /** The words that start its command line, for a caller that adds words which are no text. */
  start: string[]
  /** The program of its guide, which keeps a file in its folder. */
  guide: (words: string[], env: Record<string, string>) => Promise<Ended>
}

export type Built = {
  /** Keyed by the name of the language; a language without a toolchain is absent. */
  clients: Map<string, NativeClient>
  skipped: Language[]
  remove: () => Promise<void>
}

/** The most processor seconds that a process of a build may take. */
const MOST_SECONDS = 60

/** Builds the clients of all languages whose toolchain is on this machine, two at a time. */
export async function buildClients(): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-clients-'))
  const built: Built = {
    clients: new Map(),
    skipped: [],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  await atATime(2, LANGUAGES, async (language) => {
    const client = await build(language, join(folder, language.name))
    if (client) built.clients.set(language.name, client)
    else built.skipped.push(language)
  })
  return built
}

async function build({ name, plan }: Language, folder: string): Promise<NativeClient | null> {
  await mkdir(folder)
  const planned = await plan(folder)
  if (!planned) return null
  for (const step of planned.build) {
    const bounded = ['bash', '-c', `ulimit -t ${MOST_SECONDS}; exec "$@"`, 'build', ...step]
    const { code, output, complaints } = await ended(bounded, { env: planned.env, cwd: folder })
    if (code !== 0) throw new Error(`The client for ${name} does not compile:\n${output}${complaints}`)
  }
  return {
    start: planned.start,
    command: (words, more) => ended([...planned.start, ...words], more),
    guide: (words, env) => ended([...planned.guide, ...words], { env, cwd: folder }),
  }
}
