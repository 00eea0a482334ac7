import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { namedFileFor } from '#releases/queries/find_file'
import { findListed, findOffered, withNotes } from '#releases/queries/published_releases'
import type { FeedRelease } from '#releases/store/feed_release'
import { installableFiles, type Wish } from '#releases/rules/choose_release'
import { sendToFile } from './file_link.js'
import { JSON_TYPE, sendFeed } from './feed_answer.js'
import { electronWish, toElectronFeed } from './feeds/electron_feed.js'
import { toAppcast } from './feeds/sparkle_feed.js'
import { toVelopackFeed, velopackFiles, velopackWish } from './feeds/velopack_feed.js'
import { programOf, type Program } from './program.js'
import { appcastWish, velopackSaid } from './updates_input.js'

/** The most releases that a feed lists. */
const LISTED = 20

/**
 * Feeds for updaters that compare versions themselves (contract/12-releases#124-update-feeds). Their files are
 * addressed relative to them, so any name that is not a feed name is treated as a file name.
 */
export default class FeedsController {
  /** Serves the feed and files for the generic provider of electron-updater. */
  async electron(ctx: HttpContext) {
    const program = await programOf(ctx)
    const file = ctx.params.file as string
    const wish = electronWish(file)
    if (!wish) return this.#file(ctx, program, file)
    const found = await findOffered(program, wish)
    if (!found)
      throw new Refusal('NOT_FOUND', { message: 'There is no release for this channel and platform' })
    const [release] = await withNotes(program, [found])
    sendFeed(ctx, toElectronFeed(release, wish, program.licenseId !== null), 'text/yaml; charset=utf-8')
  }

  /** Serves the appcast for Sparkle 2. */
  async appcast(ctx: HttpContext) {
    const program = await programOf(ctx)
    const asked = await appcastWish(ctx.request.qs())
    const wish = { ...asked, platform: asked.platform ?? 'darwin' }
    const shown = await listed(program, wish, (one) => installableFiles(one.artifacts, wish).length > 0)
    const { productName, linkTo } = program
    sendFeed(ctx, toAppcast(productName, shown, wish, linkTo), 'application/rss+xml; charset=utf-8')
  }

  /** Serves the feed and files for Velopack. */
  async velopack(ctx: HttpContext) {
    const program = await programOf(ctx)
    const file = ctx.params.file as string
    const wish = velopackWish(file, await velopackSaid(ctx.request.qs()))
    if (!wish) return this.#file(ctx, program, file)
    const shown = await listed(program, wish, (one) => velopackFiles(one, wish).length > 0)
    sendFeed(ctx, JSON.stringify(toVelopackFeed(shown, wish)), JSON_TYPE)
  }

  /** Redirects to the newest file of this name that the program may have. */
  async #file(ctx: HttpContext, program: Program, name: string) {
    const file = await namedFileFor(program, name, Date.now())
    if (!file) throw noSuch('artifact')
    return sendToFile(ctx, program, file)
  }
}

/** The newest releases that a program may have, that match its wish, and that have a file for the feed. */
async function listed(program: Program, wish: Wish, hasFile: (release: FeedRelease) => boolean) {
  const found = await findListed(program, wish, hasFile)
  return withNotes(program, found.slice(0, LISTED))
}
