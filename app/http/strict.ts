import vine from '@vinejs/vine'
import type { SchemaTypes } from '@vinejs/vine/types'
import { nearestName } from '#kernel/text/nearest_name'
import { shownPath } from '#kernel/text/shown'
import type { FieldError } from '#kernel/refusals/codes'
import { EMPTY_PATCH } from '#kernel/refusals/field_problem'
import { invalidFields, MOST_DETAILS } from '#kernel/refusals/refusal'
import { FLAG_VALUES } from './fields.js'
import { FirstProblems } from './first_problems.js'
import { givenQuery } from './query.js'

type Fields = Record<string, SchemaTypes>

/** The known fields of an object, from the JSON Schema of its validator. */
type Shape = {
  properties?: Record<string, Shape>
  additionalProperties?: boolean
  items?: Shape
  enum?: unknown[]
}

/**
 * A body validator that refuses unknown fields at any depth and suggests the nearest known one: a misspelt
 * `expiresAt` must not create a license that never expires (contract/01-changes#said-to-the-caller). Use it for every
 * write of the dashboard and of API keys. Bodies of runtime calls, sign-in and inbound routes use `vine.create`,
 * which ignores unknown fields.
 */
export function strict<Known extends Fields>(fields: Known) {
  return refusing('field', vine.create(fields), (body: unknown) => body)
}

/**
 * Like `strict`, for a PATCH: one without any field changes nothing, and a null that clears nothing would be ignored, so
 * in both cases its caller meant something else. `mayBeEmpty` lets a PATCH without any field pass.
 */
export function strictPatch<Known extends Fields>(fields: Known, { mayBeEmpty = false } = {}) {
  const validator = strict(fields)
  const { toJSONSchema } = validator
  const validate = validator.validate as Validate
  return Object.assign(validator, {
    toJSONSchema: () => ({ ...toJSONSchema.call(validator), ...(!mayBeEmpty && { minProperties: 1 }) }),
    async validate(body: unknown, ...options: unknown[]) {
      const read = (await validate(body, ...options)) as Record<string, unknown>
      const ignored = Object.entries(body ?? {}).filter(
        ([name, value]) => value === null && read[name] === undefined
      )
      if (ignored.length > 0) {
        throw invalidFields(
          ignored.map(([field]) => ({ field, message: `The ${field} field cannot be null` }))
        )
      }
      if (mayBeEmpty || Object.values(read).some((given) => given !== undefined)) return read
      throw invalidFields([EMPTY_PATCH])
    },
  }) as typeof validator
}

/**
 * Like `strict`, for query parameters; an empty parameter counts as not given. A boolean is `true` or `false`, nothing
 * else: an empty `dryRun=` must not make the change (contract/01-changes#one-filter). An invalid cursor is left to
 * `cursorOf`, which has a code of its own for it.
 */
export function strictQuery<Known extends Fields>(fields: Known) {
  return refusing('query parameter', vine.create(fields), (data, shape) => {
    const query = data as Record<string, unknown>
    const repeated = Object.keys(query).filter(
      (name) => typeof query[name] === 'object' && query[name] !== null && name !== 'cursor'
    )
    if (repeated.length > 0) {
      throw invalidFields(repeated.map((field) => ({ field, message: `Send ${field} once, as a string` })))
    }
    return givenQuery(query, flagsOf(shape))
  })
}

/** For writes that take no fields. */
export const noFieldsValidator = strict({})

/** For requests that take no query parameters. */
export const noParametersValidator = strictQuery({})

/** The parameters that a validator knows, for routes that ignore the others. */
export function onlyKnown(
  validator: { toJSONSchema(): unknown },
  query: Record<string, unknown>
): Record<string, unknown> {
  const known = (validator.toJSONSchema() as Shape).properties ?? {}
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(known, name)))
}

type Validate = (data: unknown, ...options: unknown[]) => Promise<unknown>

function refusing<Validator extends object & { validate: unknown; toJSONSchema(): unknown }>(
  what: string,
  validator: Validator,
  prepare: (data: unknown, shape: Shape) => unknown
): Validator {
  const validate = validator.validate as Validate
  let shape: Shape | undefined
  return Object.assign(validator, {
    /** The API document closes the schema of such a validator. */
    refusesUnknown: true,
    errorReporter: () => new FirstProblems(),
    async validate(data: unknown, ...options: unknown[]) {
      shape ??= validator.toJSONSchema() as Shape
      const unknown = unknownFields(data, shape, what)
      if (unknown.length > 0) throw invalidFields(unknown)
      return validate(prepare(data, shape), ...options)
    },
  })
}

/** The names of the boolean parameters of a query. */
function flagsOf({ properties = {} }: Shape): string[] {
  const isFlag = ({ enum: values }: Shape) => values?.join() === FLAG_VALUES.join()
  return Object.keys(properties).filter((name) => isFlag(properties[name]))
}

function unknownFields(data: unknown, root: Shape, what: string): FieldError[] {
  const found: FieldError[] = []
  const walk = (value: unknown, shape: Shape, path: string) => {
    if (found.length >= MOST_DETAILS || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      if (shape.items?.properties) value.forEach((one, at) => walk(one, shape.items!, `${path}${at}.`))
      return
    }
    const { properties, additionalProperties } = shape
    if (!properties || additionalProperties) return
    for (const [name, held] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) walk(held, properties[name], `${path}${name}.`)
      else if (found.length < MOST_DETAILS)
        found.push(unknownField(name, path, Object.keys(properties), what))
    }
  }
  walk(data, root, '')
  return found
}

function unknownField(name: string, path: string, known: string[], what: string): FieldError {
  const field = path + name.slice(0, 100).toWellFormed()
  const message = `There is no ${what} ${JSON.stringify(shownPath(field))}`
  if (known.length === 0) return { field, message: `${message}: this route accepts none` }
  const nearest = nearestName(name, known)
  return {
    field,
    message: `${message}: ${nearest ? `did you mean "${nearest}"?` : `there are ${known.join(', ')}`}`,
  }
}
