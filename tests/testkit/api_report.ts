import { API_FILE } from '../../bin/pages/api/api_file.js'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { Entries } from '#http/api/route_entry'
import { ApiContract, unseenCodes, type ApiDocument } from './api_contract.js'
import { ROOT } from './project_files.js'

/** Whether the runner was asked for some of the tests; it takes the words away when it starts. */
const PARTIAL = process.argv.some((word) => /^--(files|tests|groups|tags|failed|bail)/.test(word))

/** The contract of the committed document. */
export function readContract(): ApiContract {
  return new ApiContract(JSON.parse(readFileSync(`${ROOT}/${API_FILE}`, 'utf8')) as ApiDocument)
}

/**
 * Fails a suite whose answers the document does not describe. The functional suite as a whole also fails for codes that
 * calls declare and no test has produced.
 * @throws Error
 */
export async function reportOf({ problems, seen }: ApiContract, suite: string) {
  const lines = [...problems].map(([problem, times]) => `  ${problem} (${times} times)`)
  const all = suite === 'functional' ? await seenByAll(seen) : null
  const unseen = all ? await neverSeen(all) : []
  const faults = [
    lines.length > 0 &&
      `Answers that ${API_FILE} does not describe ("npm run pages" writes it):\n${lines.join('\n')}`,
    unseen.length > 0 &&
      `Declared codes that no test has produced. Write a test that is answered so or, if the call cannot give the code, take it out of "refuses" in the subject's http/*api.ts:\n  ${unseen.join('\n  ')}`,
  ].filter(Boolean)
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

/**
 * What the functional suite as a whole has seen: what this process has, and where parts of the suite run side by side
 * (`tests/run.ts`), what each of them has; null while others still run, and when only some tests were asked for.
 */
async function seenByAll(seen: ReadonlySet<string>): Promise<ReadonlySet<string> | null> {
  const { SEEN_FOLDER: folder, SEEN_PARTS: parts } = process.env
  if (!folder) return PARTIAL ? null : seen
  await mkdir(folder, { recursive: true })
  // Renamed, because a part that ends now must not read half of it.
  await writeFile(`${folder}.${process.pid}`, [...seen].join('\n'))
  await rename(`${folder}.${process.pid}`, `${folder}/${process.pid}`)
  const files = await readdir(folder)
  if (files.length < Number(parts)) return null
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')))
  return new Set(texts.flatMap((text) => text.split('\n')))
}

async function neverSeen(seen: ReadonlySet<string>): Promise<string[]> {
  const { ENTRIES } = await import('../../bin/pages/api/entries.js')
  return unseenCodes(ENTRIES as Entries, seen)
}
