import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../../api/me'
import { deleteOrg } from '../../api/orgs'
import type { Org } from '../../api/types'
import { useWrite } from '../../api/writes'
import { DeletePanel } from '../../ui/delete_panel'
import { toast } from '../../ui/toasts'

/** Lets an owner delete an org. The service requires that it has no products. */
export function DeleteOrg({ org }: { org: Org }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const deleted = useWrite((_: null, key) => deleteOrg({ path: { orgId: org.id }, key }), {
    done: () => {
      toast(`${org.name} is deleted`)
      // The start page redirects to another org of the user, so the list of orgs is reloaded first.
      void queryClient
        .fetchQuery({ ...meQuery, staleTime: 0 })
        .then(() => navigate({ to: '/', replace: true }))
    },
  })
  return (
    <DeletePanel
      what="organisation"
      name={org.name}
      hint="An organisation can be deleted only when it has no products."
      about="Its team, end users and history are deleted too. This cannot be undone."
      sent={deleted}
    />
  )
}
