import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useOrg } from '../../api/me'
import { renameOrg } from '../../api/orgs'
import { useWrite } from '../../api/writes'
import { CopyButton } from '../../ui/copy'
import { Field } from '../../ui/field'
import { PanelForm } from '../../ui/panel_form'
import { toast } from '../../ui/toasts'

/** Shows the name of the org, which owners can change, and its id for use in programs. */
export function OrgName({ orgId }: { orgId: string }) {
  const { org, may } = useOrg(orgId)
  const queryClient = useQueryClient()
  const saved = useWrite((name: string, key) => renameOrg({ path: { orgId }, body: { name }, key }), {
    done: () => {
      void queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      toast('Saved')
    },
  })
  return (
    <PanelForm
      title="Organisation"
      label={may('OWNER') ? 'Save' : undefined}
      sent={saved}
      shown={['name']}
      send={(typed) => {
        saved.write(String(typed.get('name')))
      }}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={org?.name}
        disabled={!may('OWNER')}
        required
        problem={saved.refusal?.fields.name}
      />
      <dl className="facts">
        <dt>ID</dt>
        <dd className="mono">
          {orgId} <CopyButton text={orgId} what="id" />
        </dd>
      </dl>
    </PanelForm>
  )
}
