import type { InfiniteData } from '@tanstack/react-query'
// With its ending, so that unit tests can import this file in Node.js.
import type { LicensesIndexResponses } from './types.js'

/** A page of a list of licenses. `aged` is the number of the last change after which it was not read again. */
export type LicensePage = LicensesIndexResponses[200]['data'] & { aged?: number }
export type LicensePages = InfiniteData<LicensePage>

/** The first and the last row that are shown. */
export type View = readonly [first: number, last: number]

/** Marks every page of a list as older than a change. */
export const aged = (list: LicensePages, change: number): LicensePages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, aged: change })),
})

/** Returns the index of the first page in view that is to be read again, or null. */
export function agedPageIn({ pages }: LicensePages, [first, last]: View): number | null {
  let start = 0
  for (const [at, page] of pages.entries()) {
    const end = start + page.licenses.length - 1
    // A list without rows is in view too.
    const isShown = (start <= last && end >= first) || (at === 0 && end < 0)
    if (isShown && page.aged !== undefined) return at
    start = end + 1
  }
  return null
}

/**
 * Puts a page that was read again in its place. If it now ends elsewhere, the pages behind it are dropped, because they
 * would repeat or miss rows; they are read as the user scrolls on. If the list has changed once more since `change`, the
 * page stays as it is.
 */
export function withFresh(
  list: LicensePages,
  cursor: unknown,
  fresh: LicensePage,
  change: number
): LicensePages {
  const at = list.pageParams.indexOf(cursor)
  if (list.pages[at]?.aged !== change) return list
  const count = fresh.nextCursor === list.pages[at].nextCursor ? list.pages.length : at + 1
  const pages = list.pages.slice(0, count)
  pages[at] = fresh
  const { total } = fresh.pagination
  pages[0] = { ...pages[0], pagination: { ...pages[0].pagination, total } }
  return { pages, pageParams: list.pageParams.slice(0, count) }
}
