import type { SsoConnection } from '../../api/types'
import { CopyButton } from '../../ui/copy'
import { Field } from '../../ui/field'

type Props = {
  orgId: string
  connection: SsoConnection | null
  problems: Record<string, string | undefined>
}

/** The fields of an OpenID Connect provider, and of the client that is registered there. */
export function OidcFields({ orgId, connection, problems }: Props) {
  const had = connection?.oidc
  const shared = `${location.origin}/sso/oidc/callback`
  return (
    <>
      {!had && (
        <div className="notice">
          <span>Register a client at your provider first, with the redirect URI</span>
          <Address of={shared} what="shared address" />
          <span>if its metadata supports issuer identification (RFC 9207), otherwise</span>
          <Address of={`${shared}/${orgId}`} what="address of your own" />
        </div>
      )}
      <Field
        label="Issuer"
        name="issuer"
        type="url"
        required
        hint="Exactly as the provider states it."
        defaultValue={had?.issuer ?? ''}
        problem={problems['oidc.issuer']}
      />
      <div className="form-row">
        <Field
          label="Client ID"
          name="clientId"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={had?.clientId ?? ''}
          problem={problems['oidc.clientId']}
        />
        <Field
          label="Client secret"
          name="clientSecret"
          type="password"
          autoComplete="off"
          required={!had}
          hint={
            had
              ? 'Leave empty to keep the current secret of the same issuer.'
              : 'It cannot be displayed again.'
          }
          problem={problems['oidc.clientSecret']}
        />
      </div>
    </>
  )
}

function Address({ of, what }: { of: string; what: string }) {
  return (
    <span className="actions mono scrolled">
      {of} <CopyButton text={of} what={what} />
    </span>
  )
}
