import type { HttpContext } from '@adonisjs/core/http'
import { invalidField } from '#kernel/refusals/refusal'

const REVISION = /^"(\d{1,10})"$/

/**
 * The revision that a PATCH expects, from the header `If-Match: "<revision>"`; null without the header
 * (contract/01-changes#reads-for-a-console).
 * @throws Refusal VALIDATION_ERROR for any other form.
 */
export function ifMatch({ request }: HttpContext): number | null {
  // Not `request.header()`: an empty value must count as sent.
  const sent = request.request.headers['if-match']
  if (sent === undefined) return null
  const [, revision] = REVISION.exec(sent) ?? []
  if (revision === undefined)
    throw invalidField('If-Match', 'If-Match takes a revision in quotes, such as "7"')
  return Number(revision)
}
