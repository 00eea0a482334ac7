import { LIMITS } from '#kernel/files/file_limits'
import { lossyProblem, type LossyNumber } from '#kernel/json/json_numbers'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { shown } from '#kernel/text/shown'
import type { LicenseStatus } from '#licensing/rules/license'

/** Why a readable record can neither create nor change a license. */
export type RowProblem =
  | { reason: 'missing'; field: 'key' | 'productId' }
  | { reason: 'bad-key'; value: string }
  | { reason: 'not-a-uuid'; field: string; value: unknown }
  | { reason: 'not-a-date'; field: string; value: unknown; hasFormat: boolean }
  | { reason: 'in-the-future'; field: string; value: unknown }
  | { reason: 'in-the-past'; field: string; value: unknown }
  | { reason: 'out-of-range'; field: string; value: unknown; from: number; to: number }
  | { reason: 'not-a-flag'; field: string; value: unknown }
  | { reason: 'unknown-word'; field: string; value: unknown; words: readonly string[] }
  | { reason: 'too-many-words'; field: string; words: readonly string[] }
  | { reason: 'not-a-text'; field: string; value: unknown }
  | { reason: 'not-json'; field: string }
  | { reason: 'too-many-values'; field: string }
  | { reason: 'not-an-object'; field: string }
  | { reason: 'lossy-number'; number: LossyNumber }
  | { reason: 'unstorable'; field: 'metadata' | 'policyOverride' | 'features' | 'tier' }
  | { reason: 'unknown-tier'; value: unknown }
  | { reason: 'not-freezable'; status: LicenseStatus | undefined }
  | { reason: 'frozen-at-alone' }
  | { reason: 'suspended-at-alone' }
  | { reason: 'paused-since-alone' }
  | { reason: 'fields'; problems: FieldProblem[] }

/** The most field problems that one message names. */
const MOST_NAMED = 20

/** The message that tells a merchant what is wrong with a row. */
export function rowMessage(problem: RowProblem): string {
  switch (problem.reason) {
    case 'missing':
      return `${problem.field} is missing`
    case 'bad-key':
      return `key ${shown(problem.value)}: it must have 4 to 128 letters, digits, dots, underscores and hyphens, and begin with a letter or digit`
    case 'not-a-uuid':
      return `${problem.field} ${shown(problem.value)} must be a UUID`
    case 'not-a-date':
      return problem.hasFormat
        ? `${problem.field} ${shown(problem.value)} is neither an ISO 8601 date nor in the dateFormat`
        : `${problem.field} ${shown(problem.value)} is not an ISO 8601 date: write 2026-12-31, or name the dateFormat of the file`
    case 'in-the-future':
      return `${problem.field} ${shown(problem.value)} is in the future`
    case 'in-the-past':
      return `${problem.field} ${shown(problem.value)} is in the past`
    case 'out-of-range':
      return outOfRange(problem)
    case 'not-a-flag':
      return `${problem.field} ${shown(problem.value)} must be true or false`
    case 'unknown-word':
      return `${problem.field} ${shown(problem.value)} must be one of ${problem.words.join(', ')}`
    case 'too-many-words':
      return `${problem.field} must name each of ${problem.words.join(', ')} at most once`
    case 'not-a-text':
      return `${problem.field} ${shown(problem.value)} must be a text`
    case 'not-json':
      return `${problem.field} is not valid JSON`
    case 'too-many-values':
      return `${problem.field} has more than ${LIMITS.values} values`
    case 'not-an-object':
      return `${problem.field} must be a JSON object`
    case 'lossy-number':
      return lossyProblem(problem.number)
    case 'unstorable':
      return `${problem.field} contains text that cannot be stored (NUL or half a character)`
    case 'unknown-tier':
      return `The product has no tier ${shown(problem.value)}`
    case 'not-freezable':
      return `A license that is ${problem.status} cannot be frozen`
    case 'frozen-at-alone':
      return 'frozenAt needs frozen to be true'
    case 'suspended-at-alone':
      return 'suspendedAt needs the status SUSPENDED'
    case 'paused-since-alone':
      return 'pausedSince needs a frozen or suspended license'
    case 'fields':
      return problem.problems
        .slice(0, MOST_NAMED)
        .map(({ message }) => message)
        .join('; ')
  }
}

function outOfRange({ field, value, from, to }: Extract<RowProblem, { reason: 'out-of-range' }>): string {
  return `${field} ${shown(value)} must be a whole number from ${from} to ${to}`
}
