import { useQueryClient } from '@tanstack/react-query'
import { deleteStorefront } from '../../api/storefront'
import type { Storefront } from '../../api/types'
import { useWrite } from '../../api/writes'
import { DeletePanel } from '../../ui/delete_panel'
import { toast } from '../../ui/toasts'

/** Deletes a shop. */
export function DeleteShop({ orgId, shop }: { orgId: string; shop: Storefront }) {
  const queryClient = useQueryClient()
  const deleted = useWrite((_: null, key) => deleteStorefront({ path: { orgId }, key }), {
    done: () => {
      toast(`${shop.name} is deleted`)
      queryClient.setQueryData(['storefront', orgId], { storefront: null })
      void queryClient.invalidateQueries({ queryKey: ['listings', orgId] })
    },
  })
  return (
    <DeletePanel
      what="shop"
      name={shop.name}
      hint="A shop with pending orders cannot be deleted."
      about="Its listings are archived and its address becomes available to others; orders are kept. This cannot be undone."
      sent={deleted}
    />
  )
}
