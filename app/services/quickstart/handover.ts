import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJson } from '#domain/json'

/** What `quickstart.json` tells whoever comes next (contract 7). Holds secrets: mode 0600. */
export type Handover = {
  baseUrl: string
  queueBoardUrl: string
  email: string
  password: string
  orgId: string
  productId: string
  apiKey: { id: string; key: string; signingSecret: string }
  bootstrapToken: string
}

export function handoverFile(dataDir: string): string {
  return join(dataDir, 'quickstart.json')
}

/** The hand-over of an earlier run on the same folder, or null. */
export async function readHandover(dataDir: string): Promise<Handover | null> {
  try {
    return parseJson(await readFile(handoverFile(dataDir), 'utf8')) as Handover
  } catch {
    return null
  }
}

/** Writes the hand-over in one move, so that whoever waits for the file never reads half of it. */
export async function writeHandover(dataDir: string, handover: Handover) {
  const file = handoverFile(dataDir)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(handover, null, 2)}\n`, { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}
