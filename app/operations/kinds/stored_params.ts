import { isPlainObject } from '#kernel/json/metadata'

/** The stored request of an operation: a JSON object. */
export type StoredParams = Readonly<Record<string, unknown>>

/** Checks whether a stored value has the type that its reader expects. */
export type ParamCheck<T> = (value: unknown) => value is T

/**
 * Reads a stored value that must exist.
 * @throws if it is missing or has another type: this is a fault, because only the service writes stored values
 */
export function required<T>(stored: StoredParams, name: string, check: ParamCheck<T>): T {
  const value = stored[name]
  if (check(value)) return value
  throw new Error(`The operation keeps no readable ${name}`)
}

/** Reads a stored value that may be missing or null. @throws if it has another type */
export function optional<T>(stored: StoredParams, name: string, check: ParamCheck<T>): T | undefined {
  return isMissing(stored[name]) ? undefined : required(stored, name, check)
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null
}

export const isText: ParamCheck<string> = (value) => typeof value === 'string'
export const isFlag: ParamCheck<boolean> = (value) => typeof value === 'boolean'
export const isObject: ParamCheck<StoredParams> = isPlainObject

/** A whole number within a range. */
export function isWhole([from, to]: readonly [from: number, to: number]): ParamCheck<number> {
  return (value): value is number => Number.isInteger(value) && Number(value) >= from && Number(value) <= to
}

/** One of a few words. */
export function isOneOf<T extends string>(words: readonly T[]): ParamCheck<T> {
  return (value): value is T => words.some((word) => word === value)
}

export function isListOf<T>(check: ParamCheck<T>): ParamCheck<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((one) => check(one))
}
