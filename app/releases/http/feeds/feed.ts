import type { FeedFile, FeedRelease } from '#releases/store/feed_release'

/** Gives the URL where a program fetches a file of a feed. */
export type LinkTo = (file: FeedFile) => string

/** The date when a release was published. */
export const publishedOn = ({ publishedAt }: FeedRelease) => new Date(publishedAt!)
