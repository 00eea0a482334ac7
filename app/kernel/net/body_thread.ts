/**
 * The thread of `readApart`: parses one large body at a time. It imports little, so that it starts in a moment.
 */
import type { ListRules } from '#kernel/json/long_lists'
import Refusal from '#kernel/refusals/refusal'
import type { Code, FieldError } from '#kernel/refusals/codes'
import { workInBackground } from '#kernel/time/priority'
import { readWithLists, type BodyWithLists } from './body_with_lists.js'

export type SentBody = { raw: Uint8Array; contentType: string | undefined; rules: ListRules }

/** Errors lose their class on the way between threads, so a refusal travels as data. */
export type ReadBody = BodyWithLists | { refused: Code; message: string; details?: FieldError[] }

workInBackground()

/** Called by the pool. @throws whatever is no refusal. */
export default function read({ raw, contentType, rules }: SentBody): ReadBody {
  try {
    return readWithLists(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), contentType, rules)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: error.reason, message: error.message, details: error.details }
  }
}
