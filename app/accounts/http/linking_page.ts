import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import type { Linked } from '#accounts/actions/finish_linking'
import { escaped } from '#kernel/text/html_text'

const POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** What the person in whose browser a linking ends reads there (contract#oauth). */
export async function linkingPage({ response }: HttpContext, linked: Linked, notYet: string) {
  const said =
    'account' in linked
      ? { heading: 'Linked', text: doneWith(linked.account), code: '' }
      : { heading: 'One step is left', text: notYet, code: `<p><code>${escaped(linked.code)}</code></p>` }
  response.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', POLICY)
  response.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
  const page = await readFile(app.makePath('resources/pages/linking.html'), 'utf8')
  return page
    .replaceAll('{{ heading }}', said.heading)
    .replace('{{ text }}', () => escaped(said.text))
    .replace('{{ code }}', () => said.code)
}

function doneWith({ provider, email }: { provider: string; email: string | null }): string {
  return `Your account at ${provider}${email ? ` (${email})` : ''} is linked. You can close this page and go on where you began.`
}
