import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../api/me'
import { saveSso } from '../../api/sso'
import type { SsoConnection } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { useFields } from '../../ui/use_fields'
import { Withdrawal } from '../../ui/while_allowed'
import { SsoFields } from './sso_fields'
import { groupRolesProblemOf, refusedGroupRoleOf, SSO_FIELDS, ssoOf } from './sso_words'
import type { SsoBody } from './sso_words'

/** Edits the provider, and the role and session of users that it signs in. Only owners can save. */
export function SsoForm({ orgId, connection }: { orgId: string; connection: SsoConnection | null }) {
  const { may } = useOrg(orgId)
  const fields = useFields(connection?.updatedAt)
  const [problem, setProblem] = useState<string>()
  const queryClient = useQueryClient()
  const saved = useWrite((body: SsoBody, key) => saveSso({ path: { orgId }, body, key }), {
    failed: fields.refused,
    done: (answer) => {
      fields.done()
      queryClient.setQueryData(['sso', orgId], answer)
      toast('Saved')
    },
  })
  return (
    <li className="panel" aria-label="Identity provider">
      <h2>Identity provider</h2>
      {connection?.warnings.map((warning) => (
        <p key={warning} className="notice warn">
          {warning}
        </p>
      ))}
      <form
        className="form"
        aria-label="Identity provider"
        {...fields.form}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget)
          const found = groupRolesProblemOf(typed)
          setProblem(found)
          if (found) return
          fields.sent()
          saved.write(ssoOf(typed))
        }}
      >
        <fieldset className="form" disabled={!may('OWNER')}>
          <SsoFields
            key={fields.key}
            orgId={orgId}
            connection={connection}
            problems={{ ...saved.refusal?.fields, groupRoles: problem ?? refusedGroupRoleOf(saved.refusal) }}
          />
          <Refused refusal={saved.refusal} shown={SSO_FIELDS} />
          <Withdrawal />
          {may('OWNER') ? (
            <div className="actions">
              <Button type="submit" look="primary" busy={saved.busy}>
                Save
              </Button>
            </div>
          ) : (
            <p className="small quiet">Only owners can change this.</p>
          )}
        </fieldset>
      </form>
    </li>
  )
}
