import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ownAddress } from './own_address'

type Page = { messages: { attachments: { id: string; downloadUrl: string }[] }[] }

/**
 * Returns a function that finds an address that works now for an attachment of these messages. The addresses that a page
 * has shown for some minutes work no longer.
 */
export function useFreshFiles({ refetch }: Pick<UseInfiniteQueryResult<InfiniteData<Page>>, 'refetch'>) {
  return async (attachmentId: string): Promise<string> => {
    const { data } = await refetch({ throwOnError: true })
    const files = data!.pages.flatMap(({ messages }) => messages).flatMap(({ attachments }) => attachments)
    const file = files.find(({ id }) => id === attachmentId)
    if (!file) throw new Error('This file is no longer available')
    return ownAddress(file.downloadUrl)
  }
}
