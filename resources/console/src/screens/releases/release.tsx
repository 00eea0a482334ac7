import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOrg } from '../../api/me'
import { readRelease } from '../../api/releases'
import { Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import { WhileAllowed } from '../../ui/while_allowed'
import { Artifacts } from './artifacts'
import { ReleaseForm } from './release_form'
import { ReleaseSteps } from './release_steps'

const route = getRouteApi('/inside/$org/products/$product/releases/$id')

/** The page of one release: its artifacts, its notes, and who is offered it. */
export function ReleasePage() {
  const { org: orgId, product: productId, id } = route.useParams()
  const { may } = useOrg(orgId)
  const mayChange = may('ADMIN')
  const query = useQuery({
    queryKey: ['release', id],
    queryFn: ({ signal }) => readRelease({ path: { productId, releaseId: id }, signal }),
  })
  return (
    <div className="page">
      <Link
        to="/$org/products/$id"
        params={{ org: orgId, id: productId }}
        search={{ tab: 'releases' }}
        className="small"
      >
        Releases
      </Link>
      <Loaded query={query}>
        {({ release }) => (
          <>
            <div className="page-head">
              <h1>
                {release.version} <small>{release.channel}</small>
              </h1>
              <Status of={release.status} />
              <WhileAllowed may={mayChange}>
                <ReleaseSteps orgId={orgId} release={release} />
              </WhileAllowed>
            </div>
            <p className="small quiet">
              {release.publishedAt && (
                <>
                  Published <Time at={release.publishedAt} />.
                </>
              )}{' '}
              {release.yankedAt && (
                <>
                  Withdrawn <Time at={release.yankedAt} />
                  {release.yankReason && <>: “{release.yankReason}”</>}.
                </>
              )}
            </p>
            <Artifacts release={release} mayChange={mayChange} />
            <ReleaseForm key={release.id} release={release} mayChange={mayChange} />
          </>
        )}
      </Loaded>
    </div>
  )
}
