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

/** Smallest first. */
const FORMS = ['br', 'gzip'] as const

/**
 * The content security policy of built pages: nothing from other origins except images of these sources, and no
 * scripts that a page creates from strings.
 */
export function policyOfPages(images: string): string {
  return [
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${images}; font-src 'self'`,
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')
}

/** Sends a file in the smallest form that the client accepts, or 304 if the client already has it. */
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
