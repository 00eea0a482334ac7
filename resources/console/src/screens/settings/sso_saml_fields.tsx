import type { SsoConnection } from '../../api/types'
import { Choice, Field, TextField } from '../../ui/field'
import { Time } from '../../ui/time'
import type { Source } from './sso_words'

type Props = {
  connection: SsoConnection | null
  source: Source
  choose: (source: Source) => void
  problems: Record<string, string | undefined>
}

/** The fields of a SAML provider: the service reads its data from metadata, or the user types it. */
export function SamlFields({ connection, source, choose, problems }: Props) {
  return (
    <>
      <Choice
        label="Configure by"
        name="source"
        value={source}
        options={[
          ['metadataUrl', 'Metadata URL'],
          ['metadataXml', 'Metadata XML'],
          ['hand', 'URLs and certificates'],
        ]}
        onChange={(event) => choose(event.target.value as Source)}
      />
      {source === 'metadataUrl' && (
        <Field
          label="Metadata URL"
          name="metadataUrl"
          type="url"
          required
          defaultValue={connection?.saml?.metadataUrl ?? ''}
          problem={problems['saml.metadataUrl']}
        />
      )}
      {source === 'metadataXml' && (
        <TextField
          label="Metadata XML"
          name="metadataXml"
          required
          rows={6}
          spellCheck={false}
          problem={problems['saml.metadataXml']}
        />
      )}
      {source === 'hand' && (
        <>
          <Field
            label="Provider entity ID"
            name="entityId"
            required
            defaultValue={connection?.saml?.entityId ?? ''}
            problem={problems['saml.entityId']}
          />
          <Field
            label="Provider sign-in URL"
            name="ssoUrl"
            type="url"
            required
            defaultValue={connection?.saml?.ssoUrl ?? ''}
            problem={problems['saml.ssoUrl']}
          />
          <TextField
            label="Certificates"
            name="certificates"
            hint={
              connection
                ? 'PEM. Leave empty to keep the current certificates. Before a rollover, save both the old and the new one.'
                : 'PEM.'
            }
            rows={4}
            spellCheck={false}
            problem={problems['saml.certificates']}
          />
        </>
      )}
      {connection && connection.certificates.length > 0 && (
        <dl className="facts narrow">
          {connection.certificates.map(({ fingerprint, notAfter }) => (
            <div key={fingerprint} className="contents">
              <dt>Certificate</dt>
              <dd>
                <span className="mono" title={fingerprint}>
                  {fingerprint.slice(0, 23)}…
                </span>{' '}
                until <Time at={notAfter} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
