import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { escaped } from '#kernel/text/html_text'

/** Words, links and a style of this service: nothing that could run, and nothing from elsewhere. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sends a page of `resources/pages` that only says something. `words` stand where it has `{{ name }}`, as plain text. */
export async function sendPlainPage(
  { response }: HttpContext,
  file: string,
  words: Record<string, string>
): Promise<void> {
  const page = await readFile(app.makePath('resources/pages', file), 'utf8')
  response.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PLAIN_POLICY)
  response.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
  response.send(page.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => escaped(words[name] ?? '')))
}
