import type { FeedFile, FeedRelease } from '#releases/store/feed_release'

/** Where a program fetches a file of a feed. */
export type LinkTo = (file: FeedFile) => string

/** When a release came out. */
export const publishedOn = ({ publishedAt }: FeedRelease) => new Date(publishedAt!)
