import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#http/envelope'
import { findOffered, withNotes } from '#releases/queries/published_releases'
import type { ShownRelease } from '#releases/store/feed_release'
import { fittingFiles, installableFiles, type Wish } from '#releases/rules/choose_release'
import { updateCounts } from '#releases/store/update_counts'
import { JSON_TYPE, sendFeed, sendNoUpdate } from './feed_answer.js'
import { toTauriUpdate } from './feeds/tauri_feed.js'
import { programOf, type Program } from './program.js'
import { toUpdate } from './update_transformer.js'
import { updateWish } from './updates_input.js'

/** Offers an update to programs that send the version they run (contract/12-releases#124-update-feeds). */
export default class UpdatesController {
  async show(ctx: HttpContext) {
    const program = await programOf(ctx)
    const wish = await updateWish(ctx.request.qs())
    const release = await updateFor(program, wish)
    if (!release) return sendNoUpdate(ctx)
    const update = toUpdate(release, fittingFiles(release.artifacts, wish), program.linkTo)
    sendFeed(ctx, JSON.stringify(ok({ update })), JSON_TYPE)
  }

  /** For the updater of Tauri 2, which accepts only signed files. */
  async tauri(ctx: HttpContext) {
    const program = await programOf(ctx)
    const { target, arch, version } = ctx.params as Record<string, string>
    const asked = await updateWish({ ...ctx.request.qs(), platform: target, arch, version })
    const wish = { ...asked, signed: true }
    const release = await updateFor(program, wish)
    if (!release) return sendNoUpdate(ctx)
    const [file] = installableFiles(release.artifacts, wish)
    sendFeed(ctx, JSON.stringify(toTauriUpdate(release, file, program.linkTo)), JSON_TYPE)
  }
}

/** The update that a program is offered, or null. An offered update counts in the time series. */
async function updateFor(program: Program, wish: Wish): Promise<ShownRelease | null> {
  const now = Date.now()
  const found = await findOffered(program, wish, now)
  if (!found) return null
  updateCounts.offered(program, now)
  const [release] = await withNotes(program, [found])
  return release
}
