import { useQueryClient } from '@tanstack/react-query'
import { createEndUser } from '../../api/end_users'
import { useWrite } from '../../api/writes'
import { FormDialog } from '../../ui/form_dialog'
import { useOnward } from '../../ui/use_onward'
import { PERSON_FIELDS, personOf, type PersonBody } from './person'
import { PersonFields } from './person_fields'

export function NewPerson({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const made = useWrite((body: PersonBody, key) => createEndUser({ path: { orgId }, body, key }), {
    done: ({ endUser }) => {
      void queryClient.invalidateQueries({ queryKey: ['end users', orgId] })
      void onward({ to: '/$org/end-users/$id', params: { org: orgId, id: endUser.id } })
    },
  })
  return (
    <FormDialog
      title="New end user"
      about="Enter at least an email, a username or an external ID."
      label="Create end user"
      sent={made}
      shown={PERSON_FIELDS}
      onClose={onClose}
      send={(typed) => made.write(personOf(typed))}
    >
      <PersonFields problems={made.refusal?.fields ?? {}} />
    </FormDialog>
  )
}
