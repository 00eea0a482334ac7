import { useState } from 'react'
import type { SsoConnection } from '../../api/types'
import { Choice, Field, TextField } from '../../ui/field'
import { AttributeFields } from './sso_attributes'
import { OidcFields } from './sso_oidc_fields'
import { SamlFields } from './sso_saml_fields'
import { groupLines, SSO_ROLES, SSO_TYPES } from './sso_words'
import type { Source, SsoType } from './sso_words'

type Props = {
  orgId: string
  connection: SsoConnection | null
  problems: Record<string, string | undefined>
}

/** The fields of a provider, and of the role and session of users that it signs in. */
export function SsoFields({ orgId, connection, problems }: Props) {
  const [type, setType] = useState<SsoType>(connection?.type ?? 'saml')
  const [source, setSource] = useState<Source>(
    connection?.saml && !connection.saml.metadataUrl ? 'hand' : 'metadataUrl'
  )
  // The stored settings do not apply if they are of the other type.
  const had = connection?.type === type ? connection : null
  return (
    <>
      <Choice
        label="Protocol"
        name="type"
        value={type}
        options={SSO_TYPES}
        onChange={(event) => setType(event.target.value as SsoType)}
      />
      {connection && !had && (
        <p className="notice warn">Saving replaces the current provider and ends the sessions it started.</p>
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
    </>
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
