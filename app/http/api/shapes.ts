import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import type { Success } from './route_entry.js'
import type { Same } from './same.js'

/** The id of a record. */
const uuid = (description?: string) => Type.String({ format: 'uuid', ...said(description) })

/** A moment in UTC with milliseconds. */
const moment = (description?: string) => Type.String({ format: 'date-time', ...said(description) })

const text = (description?: string) => Type.String(said(description))
const whole = (description?: string) => Type.Integer(said(description))
const number = (description?: string) => Type.Number(said(description))
const flag = (description?: string) => Type.Boolean(said(description))
const optional = Type.Optional

/** One of several strings. */
const choice = <const Values extends string[]>(values: readonly [...Values], description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...said(description) })

/** Exactly this value. */
const exactly = <const Value extends string | boolean>(value: Value) => Type.Literal(value)

/** A shape, or null. */
function nullable<Shape extends TSchema>(shape: Shape) {
  const plain = shape as { type?: unknown; $id?: string; enum?: unknown[] }
  const or =
    typeof plain.type === 'string' && plain.$id === undefined
      ? { ...shape, type: [plain.type, 'null'], ...(plain.enum && { enum: [...plain.enum, null] }) }
      : { anyOf: [shape, { type: 'null' }] }
  return Type.Unsafe<Static<Shape> | null>(or)
}

/** One of several shapes. */
const either = <Shapes extends TSchema[]>(...shapes: Shapes) =>
  Type.Unsafe<{ [At in keyof Shapes]: Static<Shapes[At]> }[number]>({ anyOf: shapes })

/** A list. */
const list = <Shape extends TSchema>(shape: Shape, description?: string) =>
  Type.Array(shape, said(description))

/** An object whose fields the caller names, such as metadata. */
const anyObject = (description?: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...said(description) })

const object = <Fields extends TProperties>(fields: Fields, description?: string) =>
  Type.Object(fields, said(description))

/** A shape with a name of its own in the document. */
const named = <Fields extends TProperties>(name: string, fields: Fields, description: string) =>
  Type.Object(fields, { $id: name, description })

/** The cursor of the next page. */
const nextCursor = () => nullable(text('Send it as `cursor` to get the next page; null on the last page.'))

/** Builders for the shapes of responses. A named shape appears once in the document, under `components.schemas`. */
export const shape = {
  anyObject,
  choice,
  either,
  exactly,
  flag,
  list,
  moment,
  named,
  nextCursor,
  nullable,
  number,
  object,
  optional,
  text,
  uuid,
  whole,
}

/** The JSON that a controller's action answers with. */
type AnsweredBy<Action> = Action extends (...args: never[]) => infer Result ? Awaited<Result> : never

type DataOf<Answer> = Answer extends { ok: true; data: infer Data } ? Data : 'no envelope'

/**
 * Nothing for equal types; otherwise a field that the shape lacks, so that the compiler names the fields that differ.
 */
type Proof<Answer, Shown> =
  Same<Answer, Shown> extends infer Found
    ? [Found, true] extends [true, Found]
      ? unknown
      : { 'differs from the controller in': Found }
    : never

/**
 * A successful response of an action, in the envelope. It compiles only if the action returns exactly this shape.
 *
 * @example success: answers<LicensesController['show']>()({ license: FullLicense })
 */
export function answers<Action>(status = 200) {
  return <Fields extends TProperties>(
    fields: Fields & Proof<DataOf<AnsweredBy<Action>>, Static<ReturnType<typeof object<Fields>>>>
  ): Success => inEnvelope(status, object(fields))
}

/** Like `answers`, for data that is itself a shape, such as a named one. */
export function answersWith<Action>(status = 200) {
  return <Shape extends TSchema>(data: Shape & Proof<DataOf<AnsweredBy<Action>>, Static<Shape>>): Success =>
    inEnvelope(status, data)
}

/** Like `answers`, for a response without an envelope. */
export function answersBare<Action>(status = 200) {
  return <Shape extends TSchema>(body: Shape & Proof<AnsweredBy<Action>, Static<Shape>>): Success => ({
    status,
    body,
  })
}

/** A successful response in the envelope, for routes without a controller that `answers` could compare with. */
export function inEnvelope(status: number, data: TSchema): Success {
  return { status, body: object({ ok: exactly(true), data }) }
}

function said(description?: string) {
  return description === undefined ? {} : { description }
}
