import { API_FILE } from '../../bin/pages/api/api_file.js'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { Entries } from '#http/api/route_entry'
import { ApiContract, unseenCodes, type ApiDocument } from './api_contract.js'
import { ROOT } from './project_files.js'

/**
 * True if the runner was asked for only some tests. Evaluated on load, because the runner removes these arguments when
 * it starts.
 */
const PARTIAL = process.argv.some((word) => /^--(files|tests|groups|tags|failed|bail)/.test(word))

/** The contract of the committed API document. */
export function readContract(): ApiContract {
  return new ApiContract(JSON.parse(readFileSync(`${ROOT}/${API_FILE}`, 'utf8')) as ApiDocument)
}

/**
 * Checks the answers of a suite at its end.
 * @throws Error if the document does not describe an answer, or if the complete functional suite produced no answer
 * with a code that a call declares
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
 * The answers that the complete functional suite has seen: those of this process and, if parts of the suite run in
 * parallel (`tests/run.ts`), those of each part. Null while other parts still run, and when only some tests were
 * requested.
 */
async function seenByAll(seen: ReadonlySet<string>): Promise<ReadonlySet<string> | null> {
  const { SEEN_FOLDER: folder, SEEN_PARTS: parts } = process.env
  if (!folder) return PARTIAL ? null : seen
  await mkdir(folder, { recursive: true })
  // Renamed, because a part that ends now must not read a half-written file.
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
