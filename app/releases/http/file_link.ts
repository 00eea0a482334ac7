import type { HttpContext } from '@adonisjs/core/http'
import { artifactLink } from '#kernel/files/download_links'
import type { AskedFile } from '#releases/queries/find_file'
import { takeFromWindow, type Program } from './program.js'

/**
 * Redirects a program to a file by a link that is valid for one hour (contract/12-releases#123-getting-it).
 * @throws Refusal RATE_LIMITED, RATE_LIMIT_UNAVAILABLE
 */
export async function sendToFile(ctx: HttpContext, program: Program, file: AskedFile) {
  await takeFromWindow(ctx, program)
  const { url } = artifactLink(file, program.licenseId)
  ctx.response.header('cache-control', 'private, no-store').header('location', url).status(302).send(null)
}
