import { API_FILE } from '../../bin/pages/api/api_file.js'
import { readFileSync } from 'node:fs'
import type { Entries } from '#http/api/route_entry'
import { ApiContract, unseenCodes, type ApiDocument } from './api_contract.js'
import { ROOT } from './project_files.js'

/** Whether the runner was asked for some of the tests; it takes the words away when it starts. */
const PARTIAL = process.argv.some((word) => /^--(files|tests|groups|tags)/.test(word))

/** The contract of the committed document. */
export function readContract(): ApiContract {
  return new ApiContract(JSON.parse(readFileSync(`${ROOT}/${API_FILE}`, 'utf8')) as ApiDocument)
}

/**
 * Fails a suite whose answers the document does not describe. When all of the functional suite ran, it also lists the
 * codes that calls declare and no test has produced.
 * @throws Error
 */
export async function reportOf({ problems, seen }: ApiContract, suite: string) {
  if (suite === 'functional' && !PARTIAL) {
    const { ENTRIES } = await import('../../bin/pages/api/entries.js')
    const unseen = unseenCodes(ENTRIES as Entries, seen)
    if (unseen.length > 0)
      console.log(`\nDeclared codes that no test has produced:\n  ${unseen.join('\n  ')}\n`)
  }
  if (problems.size === 0) return
  const lines = [...problems].map(([problem, times]) => `  ${problem} (${times} times)`)
  throw new Error(
    `Answers that ${API_FILE} does not describe ("npm run pages" writes it):\n${lines.join('\n')}`
  )
}
