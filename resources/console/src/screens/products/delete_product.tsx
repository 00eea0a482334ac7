import { useQueryClient } from '@tanstack/react-query'
import { deleteProduct } from '../../api/products'
import type { Product } from '../../api/types'
import { useWrite } from '../../api/writes'
import { DeletePanel } from '../../ui/delete_panel'
import { toast } from '../../ui/toasts'
import { useOnward } from '../../ui/use_onward'

/** Deletes a product. The service requires that it has no licenses. */
export function DeleteProduct({ orgId, product }: { orgId: string; product: Product }) {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const deleted = useWrite((_: null, key) => deleteProduct({ path: { productId: product.id }, key }), {
    done: () => {
      toast(`${product.name} is deleted`)
      void onward({ to: '/$org/products', params: { org: orgId } })
      void queryClient.invalidateQueries({ queryKey: ['products', orgId] })
    },
  })
  return (
    <DeletePanel
      what="product"
      name={product.name}
      hint="A product can be deleted only when it has no licenses."
      about="Its API keys stop working immediately; its tiers, webhooks and blacklist are deleted too. This cannot be undone."
      sent={deleted}
    />
  )
}
