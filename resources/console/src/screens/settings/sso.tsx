import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { listDomains } from '../../api/domains'
import { useOrg } from '../../api/me'
import { asRefusal } from '../../api/refusal'
import { readSso } from '../../api/sso'
import { Icon } from '../../ui/icons'
import { Empty, Loaded } from '../../ui/states'
import { WhileAllowed } from '../../ui/while_allowed'
import { SettingsFrame } from './frame'
import { SsoForm } from './sso_form'
import { SsoLogins } from './sso_logins'
import { SsoProvider } from './sso_provider'
import { SsoTest } from './sso_test'

const route = getRouteApi('/inside/$org/settings/sso')

/** Sets up single sign-on: email domain, provider, service provider details, test, and sign-ins. */
export function SsoSettings() {
  const { org: orgId } = route.useParams()
  const { may } = useOrg(orgId)
  const query = useQuery({
    queryKey: ['sso', orgId],
    queryFn: async ({ signal }) => {
      try {
        return await readSso({ path: { orgId }, signal })
      } catch (error) {
        // The org has no SSO connection yet.
        if (asRefusal(error).status === 404) return { connection: null }
        throw error
      }
    },
    enabled: may('ADMIN'),
  })
  return (
    <SettingsFrame orgId={orgId}>
      <WhileAllowed
        may={may('ADMIN')}
        otherwise={<Empty title="For admins">Only admins can view single sign-on.</Empty>}
      >
        <Loaded query={query}>
          {({ connection }) => (
            <ol className="steps">
              <Domains orgId={orgId} />
              <SsoForm orgId={orgId} connection={connection} />
              {connection && <SsoProvider connection={connection} />}
              {connection && <SsoTest orgId={orgId} connection={connection} />}
              {connection && <SsoLogins orgId={orgId} />}
            </ol>
          )}
        </Loaded>
      </WhileAllowed>
    </SettingsFrame>
  )
}

/** Shows the verified email domains. The provider may sign in only users with addresses of these domains. */
function Domains({ orgId }: { orgId: string }) {
  const query = useQuery({
    queryKey: ['domains', orgId, 'first'],
    queryFn: ({ signal }) => listDomains({ path: { orgId }, signal }),
  })
  const verified = query.data?.domains.filter(
    ({ purpose, status }) => purpose === 'email' && status === 'verified'
  )
  return (
    <li className="panel" aria-label="Domain">
      <h2>Email domain</h2>
      {verified && verified.length > 0 ? (
        <p className="small actions">
          <Icon name="checkCircle" className="ok" /> {verified.map(({ hostname }) => hostname).join(', ')}
        </p>
      ) : (
        <p className="small">
          Verify a domain before anyone can sign in with SSO.{' '}
          <Link to="/$org/settings/domains" params={{ org: orgId }}>
            Go to domains
          </Link>
        </p>
      )}
    </li>
  )
}
