import { isPlainObject } from '#kernel/json/metadata'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { FEATURE_NAME } from './features.js'

const METER_PERIODS = ['day', 'month', 'year', 'term', 'lifetime'] as const
const METER_OVERAGES = ['deny', 'allow'] as const

/** An allowance that use is counted against (contract/19-meters). A limit of null means unlimited. */
type Meter = {
  limit: number | null
  period: (typeof METER_PERIODS)[number]
  overage: (typeof METER_OVERAGES)[number]
  warnAt?: number[]
}

export type Meters = Record<string, Meter>

const MAX_METERS = 50
const MAX_WARNINGS = 10

/** The problems of the meters of a tier. */
export function meterProblems(value: unknown, at = 'meters'): FieldProblem[] {
  if (!isPlainObject(value)) return [{ field: at, message: `${at} must be an object` }]
  const names = Object.keys(value)
  if (names.length > MAX_METERS) return [{ field: at, message: `${at} holds at most ${MAX_METERS} meters` }]
  return names.flatMap((name) => {
    const field = `${at}.${name.slice(0, 100).toWellFormed()}`
    const message = FEATURE_NAME.test(name) ? broken(value[name]) : 'is not a valid meter name'
    return message === null ? [] : [{ field, message: `${field} ${message}` }]
  })
}

function broken(meter: unknown): string | null {
  if (!isPlainObject(meter)) return 'must be an object'
  const { limit, period, overage, warnAt, ...more } = meter
  const [unknown] = Object.keys(more)
  if (unknown !== undefined) return 'can only have the fields limit, period, overage and warnAt'
  if (limit !== null && !(Number.isSafeInteger(limit) && Number(limit) >= 0)) {
    return 'needs a limit: a whole number, or null'
  }
  if (!METER_PERIODS.some((one) => one === period)) return `needs a period: ${METER_PERIODS.join(', ')}`
  if (!METER_OVERAGES.some((one) => one === overage)) return `needs an overage: ${METER_OVERAGES.join(', ')}`
  return warnAt === undefined || isPercents(warnAt)
    ? null
    : 'needs in warnAt at most 10 percentages from 1 to 100'
}

function isPercents(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_WARNINGS) return false
  return value.every((one) => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= 100)
}
