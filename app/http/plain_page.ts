import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { escaped } from '#kernel/text/html_text'

/**
 * Allows text, links, a style of this service and an empty icon, without which a browser would ask for /favicon.ico; no
 * scripts, and nothing from other origins.
 */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Sends a static page of `resources/pages`. Each `{{ name }}` is replaced by that entry of `words`, as plain text. */
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
