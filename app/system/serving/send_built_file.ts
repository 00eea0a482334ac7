import type { HttpContext } from '@adonisjs/core/http'
import { namesTag } from '#kernel/files/http_range'
import { LONG } from '#system/reference/send_static_file'
import type { BuiltFile } from './built_files.js'

const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The smallest first. */
const FORMS = ['br', 'gzip'] as const

/**
 * The policy of built pages: nothing from elsewhere but images of these sources, no script that a page makes of text.
 */
export function policyOfPages(images: string): string {
  return [
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${images}; font-src 'self'`,
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')
}

/** Answers with a file in the smallest form that the browser takes, or tells it that it has the file already. */
export function sendBuiltFile({ request, response }: HttpContext, file: BuiltFile, policy: string) {
  for (const [name, value] of Object.entries(HEADERS)) response.header(name, value)
  response.header('content-security-policy', policy)
  response.header('etag', `W/${file.tag}`).header('vary', 'accept-encoding')
  response.header('cache-control', file.immutable ? LONG : 'no-cache')
  if (namesTag(request.header('if-none-match'), file.tag)) return response.status(304).send(null)
  const form = FORMS.find((one) => file[one] && request.encoding([one]) === one)
  if (form) response.header('content-encoding', form)
  response.header('content-type', file.type)
  return response.send(form ? file[form] : file.plain)
}
