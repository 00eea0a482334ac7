import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseJson } from '#kernel/json/json'

/** The secrets of an API key, as handed over. */
export type KeySecrets = { id: string; key: string; signingSecret: string }

/** The secrets of an end user, as handed over. */
export type EndUserSecrets = { email: string; accessToken: string; refreshToken: string }

/** The parts of an issued key that are needed to use it. */
export function secretsOf({ id, key, signingSecret }: KeySecrets): KeySecrets {
  return { id, key, signingSecret }
}

/** The content of `quickstart.json`, for the next reader or program (contract#quickstart). Holds secrets: mode 0600. */
export type Handover = {
  baseUrl: string
  queueBoardUrl: string
  email: string
  password: string
  orgId: string
  productId: string
  /** For the merchant's own systems. */
  apiKey: KeySecrets
  /** For programs: it may only authorize. */
  runtimeKey: KeySecrets
  bootstrapToken: string
  /** A customer of the merchant with two licenses, signed in to the portal. */
  endUser: EndUserSecrets
}

export function handoverFile(dataDir: string): string {
  return join(dataDir, 'quickstart.json')
}

/** The hand-over of an earlier run in the same folder, or null. */
export async function readHandover(dataDir: string): Promise<Handover | null> {
  try {
    return parseJson(await readFile(handoverFile(dataDir), 'utf8')) as Handover
  } catch {
    return null
  }
}

/** Writes the hand-over atomically, so that a program that waits for the file never reads half of it. */
export async function writeHandover(dataDir: string, handover: Handover) {
  const file = handoverFile(dataDir)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(handover, null, 2)}\n`, { mode: 0o600 })
  await chmod(`${file}.new`, 0o600)
  await rename(`${file}.new`, file)
}
