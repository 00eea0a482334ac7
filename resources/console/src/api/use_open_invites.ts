import { useAllPages } from './use_all_pages'
import type { usePages } from './use_pages'

type Invite = { expiresAt: string; acceptedAt: string | null }
type Page<One> = { invites: One[]; nextCursor: string | null }

const hasExpired = ({ expiresAt }: Invite) => Date.parse(expiresAt) <= Date.now()

/**
 * Reads the invitations that can still be accepted from a list that is newest first. It skips pages without such an
 * invitation, and ends where the expired ones begin, because all earlier ones have expired too.
 */
export function useOpenInvites<One extends Invite>(
  ...[queryKey, read]: Parameters<typeof usePages<Page<One>>>
) {
  const readOpen: typeof read = async (query, signal) => {
    const { invites, nextCursor } = await read(query, signal)
    const last = invites.at(-1)
    return {
      invites: invites.filter((one) => !one.acceptedAt && !hasExpired(one)),
      nextCursor: last && hasExpired(last) ? null : nextCursor,
    }
  }
  const list = useAllPages(queryKey, readOpen, (pages) => pages.every(({ invites }) => invites.length === 0))
  return { list, invites: list.data?.pages.flatMap(({ invites }) => invites) ?? [] }
}
