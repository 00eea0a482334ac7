import { useQueryClient } from '@tanstack/react-query'
import { inviteEndUser } from '../../api/end_users'
import { useWrite } from '../../api/writes'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toast } from '../../ui/toasts'

export function InviteDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const made = useWrite((email: string, key) => inviteEndUser({ path: { orgId }, body: { email }, key }), {
    done: (_, email) => {
      void queryClient.invalidateQueries({ queryKey: ['end user invites', orgId] })
      toast(`${email} is invited`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Invite an end user"
      about="They get an email with a link to the portal that is valid for 7 days."
      label="Send invitation"
      sent={made}
      shown={['email']}
      onClose={onClose}
      send={(typed) => made.write(String(typed.get('email')))}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoFocus
        problem={made.refusal?.fields.email}
      />
    </FormDialog>
  )
}
