import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useOrg } from '../../api/me'
import { renameOrg } from '../../api/orgs'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'

/** The name of the org, and its id for programs. */
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
    <form
      className="panel"
      aria-label="Organisation"
      onSubmit={(event) => {
        event.preventDefault()
        saved.write(String(new FormData(event.currentTarget).get('name')))
      }}
    >
      <h2>Organisation</h2>
      <Field
        label="Name"
        name="name"
        defaultValue={org?.name}
        disabled={!may('OWNER')}
        required
        problem={saved.refusal?.fields.name}
      />
      <div className="actions small quiet">
        Id <span className="mono">{orgId}</span>
        <CopyButton text={orgId} what="id" />
      </div>
      <Refused refusal={saved.refusal} />
      {may('OWNER') && (
        <div className="actions">
          <Button type="submit" busy={saved.busy}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}
