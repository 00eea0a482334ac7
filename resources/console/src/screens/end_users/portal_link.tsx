import { makePortalLink } from '../../api/end_users'
import type { FullEndUser } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { textOrNull } from '../../ui/typed'
import { personName } from './person'

/**
 * Creates one-time links. The write belongs to the page, which shows the link: once asked for it is issued, even if the
 * dialog was closed before the answer.
 */
export function usePortalLink(orgId: string, endUserId: string, done: (url: string) => void) {
  return useWrite(
    (returnUrl: string | null, key) =>
      makePortalLink({ path: { orgId, endUserId }, body: { returnUrl }, key }),
    { done: ({ portalLink }) => done(portalLink.url) }
  )
}

type Props = { person: FullEndUser; linked: ReturnType<typeof usePortalLink>; onClose: () => void }

export function PortalLink({ person, linked, onClose }: Props) {
  return (
    <FormDialog
      title="Create one-time link"
      about={`Anyone who opens it is signed in to the portal as ${personName(person)}${person.email ? ', who is notified by email' : ''}.`}
      label="Create link"
      sent={linked}
      shown={['returnUrl']}
      onClose={onClose}
      send={(typed) => linked.write(textOrNull(typed, 'returnUrl'))}
    >
      <Field
        label="Return URL"
        name="returnUrl"
        type="url"
        hint="Where the portal links back to. It must be allowed in the portal settings."
        problem={linked.refusal?.fields.returnUrl}
      />
    </FormDialog>
  )
}
