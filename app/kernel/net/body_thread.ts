/** The thread of `readApart`, which parses one large body at a time. It imports little, so that it starts quickly. */
import type { ListRules } from '#kernel/json/long_lists'
import Refusal from '#kernel/refusals/refusal'
import type { Code, FieldError } from '#kernel/refusals/codes'
import { workInBackground } from '#kernel/time/priority'
import { readWithLists, type BodyWithLists } from './body_with_lists.js'

export type SentBody = { raw: Uint8Array; contentType: string | undefined; rules: ListRules }

/** Errors lose their class when they pass between threads, so a refusal is sent as data. */
export type ReadBody = BodyWithLists | { refused: Code; message: string; details?: FieldError[] }

workInBackground()

/**
 * The pool calls this function.
 * @throws any error that is not a Refusal.
 */
export default function read({ raw, contentType, rules }: SentBody): ReadBody {
  try {
    return readWithLists(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), contentType, rules)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: error.reason, message: error.message, details: error.details }
  }
}
