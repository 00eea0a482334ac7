import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { changePortal, readPortal } from '../../api/portal'
import type { Portal } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field, TextField } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { Loaded } from '../../ui/states'
import { toast } from '../../ui/toasts'
import { useFields } from '../../ui/use_fields'
import { Withdrawal } from '../../ui/while_allowed'
import { SettingsFrame } from './frame'
import { DOORS, fieldsOfPortal, portalOf, SWITCHES, type PortalBody } from './portal_words'

/** Edits the portal: its doors, what end users may do in it, and its look. */
export function PortalSettings() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const query = useQuery({
    queryKey: ['portal', orgId],
    queryFn: ({ signal }) => readPortal({ path: { orgId }, signal }),
  })
  return (
    <SettingsFrame orgId={orgId}>
      <Loaded query={query}>{({ portal }) => <PortalForm orgId={orgId} portal={portal} />}</Loaded>
    </SettingsFrame>
  )
}

function PortalForm({ orgId, portal }: { orgId: string; portal: Portal }) {
  const { may } = useOrg(orgId)
  const fields = useFields(JSON.stringify(portal))
  const queryClient = useQueryClient()
  const saved = useWrite((body: PortalBody, key) => changePortal({ path: { orgId }, body, key }), {
    failed: fields.refused,
    done: (answer) => {
      fields.done()
      queryClient.setQueryData(['portal', orgId], answer)
      toast('Saved')
    },
  })
  return (
    <form
      className="panel"
      aria-label="Portal"
      {...fields.form}
      onSubmit={(event) => {
        event.preventDefault()
        fields.sent()
        saved.write(portalOf(new FormData(event.currentTarget)))
      }}
    >
      <fieldset className="form" disabled={!may('ADMIN')}>
        <PortalFields key={fields.key} portal={portal} problems={saved.refusal?.fields ?? {}} />
        <Refused refusal={saved.refusal} shown={fieldsOfPortal} />
        <Withdrawal />
        {may('ADMIN') && (
          <div className="actions">
            <Button type="submit" look="primary" busy={saved.busy}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function PortalFields({
  portal,
  problems,
}: {
  portal: Portal
  problems: Record<string, string | undefined>
}) {
  const { branding } = portal
  const brand = (name: keyof Portal['branding'], label: string, type = 'text', hint?: string) => (
    <Field
      label={label}
      name={name}
      type={type}
      hint={hint}
      defaultValue={branding[name] ?? ''}
      problem={problems[`branding.${name}`]}
    />
  )
  return (
    <>
      <h2>Portal</h2>
      <Check name="enabled" label="Enable the portal" checked={portal.enabled} />
      <Checks
        legend="Sign-in methods"
        entries={DOORS}
        checked={(name) => portal.signIn[name]}
        prefix="signIn."
      />
      <Choice
        label="Access"
        name="registration"
        defaultValue={portal.registration}
        options={[
          ['owners', 'License holders and invited people'],
          ['open', 'Anyone with an email address'],
        ]}
      />
      <Checks
        legend="Permissions"
        entries={SWITCHES}
        checked={(name) => (name === 'hwid' || name === 'ip' ? portal.selfReset[name] : portal[name])}
      />
      <div className="form-row">
        <Choice
          label="Account erasure"
          name="erasure"
          defaultValue={portal.erasure}
          options={[
            ['self', 'Self-service'],
            ['request', 'On request'],
          ]}
        />
        <Field
          label="Session duration, days"
          name="sessionDays"
          type="number"
          min={1}
          defaultValue={portal.sessionDays}
          problem={problems.sessionDays}
        />
      </div>
      <TextField
        label="Allowed return URLs, one per line"
        name="returnUrls"
        rows={3}
        spellCheck={false}
        defaultValue={portal.returnUrls.join('\n')}
        problem={problems.returnUrls}
      />
      <h2>Appearance</h2>
      <div className="form-row">
        {brand('name', 'Name')}
        {brand('accentColor', 'Colour', 'text', 'For example #2b6cb0.')}
        {brand('logoUrl', 'Logo URL', 'url')}
        {brand('supportEmail', 'Support email', 'email')}
        {brand('termsUrl', 'Terms URL', 'url')}
        {brand('privacyUrl', 'Privacy URL', 'url')}
      </div>
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

function Checks<Name extends string>({
  legend,
  entries,
  checked,
  prefix = '',
}: {
  legend: string
  entries: readonly (readonly [Name, string])[]
  checked: (name: Name) => boolean
  prefix?: string
}) {
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="checks">
        {entries.map(([name, label]) => (
          <Check key={name} name={`${prefix}${name}`} label={label} checked={checked(name)} />
        ))}
      </div>
    </fieldset>
  )
}
