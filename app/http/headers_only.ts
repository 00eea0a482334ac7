import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'

/** Answers HEAD with the headers that are set; `Content-Length` stays that of the content, which is not read. */
export function sendHeadersOnly({ response }: Pick<HttpContext, 'response'>) {
  response.stream(Readable.from([]))
}
