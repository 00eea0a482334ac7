import type { SsoConnection } from '../../api/types'
import { CopyButton } from '../../ui/copy'

/** Shows the data of this service that the provider needs. */
export function SsoProvider({ connection }: { connection: SsoConnection }) {
  const { type, entityId, acsUrl, metadataUrl } = connection
  const words =
    type === 'oidc'
      ? ([['Redirect URI', acsUrl]] as const)
      : ([
          ['Entity ID', entityId],
          ['ACS URL', acsUrl],
          ['Metadata', metadataUrl],
        ] as const)
  return (
    <li className="panel" aria-label="Service provider details">
      <h2>Service provider details</h2>
      <p className="small quiet">
        {type === 'oidc'
          ? 'Enter this URI for the client at your provider. ID tokens must be signed with RS, PS or ES.'
          : 'Enter these values at your provider, or import our metadata URL. Assertions must be signed with SHA-256 or better.'}
      </p>
      <dl className="facts">
        {words.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="actions mono scrolled">
              {value} <CopyButton text={value} what={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
