import { asRefusal, type Refusal } from '../../../../console/src/api/refusal'
import { Refused } from '../../../../console/src/ui/refused'
import { place } from '../../api/place'

function headingOf({ code, status }: Refusal): string {
  if (code === 'ORG_NOT_FOUND') return 'There is no portal here'
  return status === 403 ? 'You cannot come in' : 'This page does not work'
}

/** Shown where a page cannot be drawn at all, most often because nobody has a portal at this address. */
export function Elsewhere({ error }: { error: unknown }) {
  const refusal = asRefusal(error)
  const isNowhere = refusal.code === 'ORG_NOT_FOUND'
  return (
    <main className="page">
      <h1>{headingOf(refusal)}</h1>
      {isNowhere ? (
        <p className="quiet">
          {place.orgId
            ? 'The merchant has none, or has switched it off. Ask where you bought your license.'
            : 'The address of a portal names its merchant. Take the link of a mail, or ask where you bought your license.'}
        </p>
      ) : (
        <Refused refusal={refusal} retry={() => location.reload()} />
      )}
    </main>
  )
}
