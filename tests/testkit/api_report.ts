import { API_FILE } from '../../bin/pages/api/api_file.js'
import { readFileSync } from 'node:fs'
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
  const unseen = suite === 'functional' && !PARTIAL ? await neverSeen(seen) : []
  const faults = [
    lines.length > 0 &&
      `Answers that ${API_FILE} does not describe ("npm run pages" writes it):\n${lines.join('\n')}`,
    unseen.length > 0 &&
      `Declared codes that no test has produced. Write a test that is answered so or, if the call cannot give the code, take it out of "refuses" in the subject's http/*api.ts:\n  ${unseen.join('\n  ')}`,
  ].filter(Boolean)
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

async function neverSeen(seen: ReadonlySet<string>): Promise<string[]> {
  const { ENTRIES } = await import('../../bin/pages/api/entries.js')
  return unseenCodes(ENTRIES as Entries, seen)
}
