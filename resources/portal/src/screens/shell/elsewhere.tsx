import { asRefusal, type Refusal } from '../../../../console/src/api/refusal'
import { Refused } from '../../../../console/src/ui/refused'
import { queryClient } from '../../../../console/src/query_client'
import { place } from '../../api/place'
import { portalQuery } from '../../api/portal'
import { Foot } from './foot'

function headingOf({ code, status }: Refusal): string {
  if (code === 'ORG_NOT_FOUND') return 'There is no portal here'
  return status === 403 ? 'You do not have access' : 'Something went wrong on this page'
}

/** Shown if a page cannot be rendered, most often because there is no portal at this address. */
export function Elsewhere({ error }: { error: unknown }) {
  const refusal = asRefusal(error)
  const isNowhere = refusal.code === 'ORG_NOT_FOUND'
  return (
    <main className="page">
      <h1>{headingOf(refusal)}</h1>
      {isNowhere ? (
        <p className="quiet">
          {place.orgId
            ? 'This merchant has no portal, or has turned it off. Contact the seller of your license.'
            : 'The address is incomplete. Use the link from your email, or contact the seller of your license.'}
        </p>
      ) : (
        <Refused refusal={refusal} retry={() => location.reload()} />
      )}
      {queryClient.getQueryData(portalQuery.queryKey) && <Foot />}
    </main>
  )
}
