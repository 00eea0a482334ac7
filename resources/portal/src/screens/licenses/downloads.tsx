import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listReleases, makeDownload } from '../../api/licenses'
import type { OwnRelease } from '../../api/types'
import { ownAddress } from '../../../../console/src/api/own_address'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { Loaded } from '../../../../console/src/ui/states'
import { Time, shown } from '../../../../console/src/ui/time'
import { toast } from '../../../../console/src/ui/toasts'

/** Lists the newest releases that a license may have, and their files. */
export function Downloads({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['releases', id],
    queryFn: ({ signal }) => listReleases({ path: { id }, query: { limit: 3 }, signal }),
  })
  return (
    <section className="form">
      <h2>Downloads</h2>
      <Loaded query={query} rows={2}>
        {({ releases }) =>
          releases.length === 0 ? (
            <p className="small quiet">Nothing to download yet.</p>
          ) : (
            <>
              {releases.map((release) => (
                <Release key={release.id} licenseId={id} release={release} />
              ))}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Release({ licenseId, release }: { licenseId: string; release: OwnRelease }) {
  const queryClient = useQueryClient()
  const { write, busy } = useWrite(
    (artifactId: string, key) => makeDownload({ path: { id: licenseId }, body: { artifactId }, key }),
    {
      done: ({ download }) => location.assign(ownAddress(download.url)),
      failed: ({ code, message }) => {
        toast(code === 'NOT_FOUND' ? 'This file is no longer available' : message, { bad: true })
        void queryClient.invalidateQueries({ queryKey: ['releases', licenseId] })
      },
    }
  )
  return (
    <div className="panel">
      <div>
        <b>{release.name ?? release.version}</b>{' '}
        <span className="small quiet">
          {release.name !== null && `${release.version}, `}
          <Time at={release.publishedAt} />
        </span>
      </div>
      <ul className="files">
        {release.artifacts.filter(isForPeople).map((one) => (
          <li key={one.id}>
            <Button icon="download" busy={busy} onClick={() => write(one.id)}>
              {one.filename}
            </Button>
            <span className="small quiet">
              {one.platform} {one.arch}, {shown(Math.ceil(one.bytes / 1024))} KiB
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns false for signatures and deltas, which only updaters use. */
const isForPeople = ({ kind }: OwnRelease['artifacts'][number]) => kind !== 'signature' && kind !== 'delta'
