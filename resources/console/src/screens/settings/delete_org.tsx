import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../../api/me'
import { deleteOrg } from '../../api/orgs'
import type { Org } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toast } from '../../ui/toasts'

/** For owners: the end of an org, which must have no products any more. */
export function DeleteOrg({ org }: { org: Org }) {
  const [asked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const deleted = useWrite((orgId: string, key) => deleteOrg({ path: { orgId }, key }), {
    done: () => {
      toast(`${org.name} is deleted`)
      // The start goes to another org of theirs, and must not know this one any more.
      void queryClient
        .fetchQuery({ ...meQuery, staleTime: 0 })
        .then(() => navigate({ to: '/', replace: true }))
    },
  })
  return (
    <section className="panel" aria-label="Delete organisation">
      <h2>Delete organisation</h2>
      <p className="small quiet">Only one without products can be deleted.</p>
      <div className="actions">
        <Button onClick={() => setAsked(true)}>Delete organisation</Button>
      </div>
      {asked && (
        <FormDialog
          title={`Delete ${org.name}`}
          about="Its team, its end users and its history go with it. This cannot be taken back."
          label="Delete"
          danger
          disabled={typed !== org.name}
          busy={deleted.busy}
          refusal={deleted.refusal}
          onClose={() => setAsked(false)}
          send={() => deleted.write(org.id)}
        >
          <Field
            label={`Type “${org.name}”`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
          />
        </FormDialog>
      )}
    </section>
  )
}
