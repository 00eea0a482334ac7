import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useOrg } from '../../api/me'
import { saveSso } from '../../api/sso'
import type { SsoConnection } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field, TextField } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'
import { AttributeFields } from './sso_attributes'
import { OidcFields } from './sso_oidc_fields'
import { SamlFields } from './sso_saml_fields'
import { groupLines, SSO_FIELDS, SSO_ROLES, SSO_TYPES, ssoOf } from './sso_words'
import type { Source, SsoBody, SsoType } from './sso_words'

/** Edits the provider, and the role and session of users that it signs in. Only owners can save. */
export function SsoForm({ orgId, connection }: { orgId: string; connection: SsoConnection | null }) {
  const { may } = useOrg(orgId)
  const [type, setType] = useState<SsoType>(connection?.type ?? 'saml')
  const [source, setSource] = useState<Source>(
    connection?.saml && !connection.saml.metadataUrl ? 'hand' : 'metadataUrl'
  )
  // The stored settings do not apply if they are of the other type.
  const had = connection?.type === type ? connection : null
  const queryClient = useQueryClient()
  const saved = useWrite((body: SsoBody, key) => saveSso({ path: { orgId }, body, key }), {
    done: (answer) => {
      queryClient.setQueryData(['sso', orgId], answer)
      toast('Saved')
    },
  })
  const problems = saved.refusal?.fields ?? {}
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
        onSubmit={(event) => {
          event.preventDefault()
          saved.write(ssoOf(new FormData(event.currentTarget), type, source))
        }}
      >
        <fieldset className="form" disabled={!may('OWNER')}>
          <Choice
            label="Protocol"
            value={type}
            options={SSO_TYPES}
            onChange={(event) => setType(event.target.value as SsoType)}
          />
          {connection && !had && (
            <p className="notice warn">
              Saving replaces the current provider and ends the sessions it started.
            </p>
          )}
          {type === 'saml' ? (
            <SamlFields connection={had} source={source} choose={setSource} problems={problems} />
          ) : (
            <OidcFields orgId={orgId} connection={had} problems={problems} />
          )}
          <div className="form-row">
            <Choice
              label="Default role"
              name="defaultRole"
              defaultValue={connection?.defaultRole ?? 'VIEWER'}
              options={SSO_ROLES}
            />
            <Field
              label="Session duration, hours"
              name="sessionHours"
              type="number"
              min={1}
              defaultValue={connection?.sessionHours ?? ''}
              problem={problems.sessionHours}
            />
          </div>
          <TextField
            label="Roles by group, one per line"
            name="groupRoles"
            placeholder="admins: ADMIN"
            rows={3}
            spellCheck={false}
            defaultValue={groupLines(connection)}
            problem={problems.groupRoles}
          />
          <AttributeFields connection={had} problems={problems} />
          <Check
            name="jit"
            label="Create members automatically at first sign-in"
            checked={connection?.jit ?? false}
          />
          <Check
            name="syncRoles"
            label="Update roles from groups at each sign-in"
            checked={connection?.syncRoles ?? false}
          />
          <Check
            name="enforced"
            label="Require SSO for members with an email address of this domain"
            checked={connection?.enforced ?? false}
          />
          <Refused refusal={saved.refusal} shown={SSO_FIELDS} />
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

function Check({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={checked} />
      {label}
    </label>
  )
}
