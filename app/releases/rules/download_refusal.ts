import Refusal from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import type { DownloadDenial } from './may_download.js'

const MESSAGES = {
  channel: 'The release is in a channel that the license does not have',
  requires: 'The release needs a feature that the license does not have',
  updates_ended: 'The release came out after the end of the updates of the license',
  max_version: 'The license does not cover this version',
  rollout: 'The rollout of this release has not reached this license yet: retry later',
  closed: 'The merchant distributes the releases of this product in another way',
} as const

/** The refusal for a denied download (contract/12-releases#122-who-may-have-what). */
export function downloadRefusal(denial: DownloadDenial): Refusal {
  switch (denial) {
    case 'unlicensed':
      return new Refusal('UNAUTHORIZED', { message: 'Send the key of a license as X-License-Key' })
    case 'inactive':
      return new Refusal('LICENSE_INACTIVE')
    case 'not_published':
      return noSuch('artifact')
    default:
      return new Refusal('FORBIDDEN', { message: MESSAGES[denial] })
  }
}
