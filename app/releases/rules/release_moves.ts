import Refusal from '#kernel/refusals/refusal'
import type { ReleaseStatus } from './release.js'

/**
 * The moves of a release, each with its status before and after, and the word for a release that has made the move
 * (contract/12-releases#121-publishing).
 *
 * @internal
 */
export const RELEASE_MOVES = {
  publish: { from: 'draft', to: 'published', done: 'published' },
  yank: { from: 'published', to: 'yanked', done: 'yanked' },
  unyank: { from: 'yanked', to: 'published', done: 'unyanked' },
} as const satisfies Record<string, { from: ReleaseStatus; to: ReleaseStatus; done: string }>
export type ReleaseMove = keyof typeof RELEASE_MOVES

/** Fields that are fixed after publication, because end users may already have the release. */
const FIXED = ['version', 'channel'] as const

/** The status after a move. @throws Refusal CONFLICT if the status does not allow it. */
export function releaseMoved(status: ReleaseStatus, move: ReleaseMove): ReleaseStatus {
  const { from, to, done } = RELEASE_MOVES[move]
  if (status === from) return to
  throw new Refusal('CONFLICT', {
    message: `The release is ${status}: only a ${from} one can be ${done}`,
  })
}

/** @throws Refusal CONFLICT unless the release is a draft. */
export function assertDraft(status: ReleaseStatus) {
  if (status === 'draft') return
  throw new Refusal('CONFLICT', {
    message: `The release is ${status}: its files cannot be changed, and it cannot be deleted. Make a new release, or yank this one`,
  })
}

/** @throws Refusal CONFLICT if the patch changes a field that is fixed in this status. */
export function assertChangeable(
  status: ReleaseStatus,
  had: { version: string; channel: string },
  patch: { version?: string; channel?: string }
) {
  if (status === 'draft') return
  const field = FIXED.find((name) => patch[name] !== undefined && patch[name] !== had[name])
  if (!field) return
  throw new Refusal('CONFLICT', { message: `The release is ${status}: its ${field} cannot be changed` })
}
