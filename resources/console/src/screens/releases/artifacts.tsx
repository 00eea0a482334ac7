import { useQueryClient } from '@tanstack/react-query'
import { deleteArtifact } from '../../api/releases'
import type { Artifact, Release } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Table } from '../../ui/table'
import { shown, sizeOf } from '../../ui/time'
import { toastRefusal } from '../../ui/toasts'
import { WhileAllowed } from '../../ui/while_allowed'
import { UploadForm } from './upload_form'

/** Lists the artifacts of a release. Those of a draft can be added and deleted. */
export function Artifacts({ release, mayChange: may }: { release: Release; mayChange: boolean }) {
  const { id, productId, artifacts, status } = release
  const isDraft = status === 'draft'
  const mayChange = may && isDraft
  const queryClient = useQueryClient()
  const changed = () => {
    void queryClient.invalidateQueries({ queryKey: ['release', id] })
    void queryClient.invalidateQueries({ queryKey: ['releases', productId] })
  }
  const deleted = useWrite(
    (artifactId: string, key) => deleteArtifact({ path: { productId, releaseId: id, artifactId }, key }),
    { done: changed, failed: toastRefusal }
  )
  const actions = (one: Artifact) =>
    mayChange && (
      <Button
        key="x"
        look="plain square small"
        icon="x"
        aria-label={`Remove ${one.filename}`}
        busy={deleted.busy && deleted.words === one.id}
        onClick={() => deleted.write(one.id)}
      />
    )
  return (
    <>
      <h2>Files</h2>
      {artifacts.length === 0 ? (
        <p className="small quiet">
          No files yet. A release needs at least one file before it can be published.
        </p>
      ) : (
        <Table
          label="Files"
          heads={['File', 'Platform', 'Kind', 'Size', 'SHA-256', 'Downloads', ...(mayChange ? [''] : [])]}
          rows={artifacts.map((one) => ({
            id: one.id,
            cells: [
              <span key="f" className="mono">
                {one.filename}
              </span>,
              one.platform === 'any' && one.arch === 'any' ? 'Any' : `${one.platform}, ${one.arch}`,
              one.kind,
              sizeOf(one.bytes),
              <span key="h" className="actions mono quiet">
                {one.sha256.slice(0, 12)}…{' '}
                <CopyButton text={one.sha256} what={`SHA-256 of ${one.filename}`} />
              </span>,
              shown(one.downloads),
              ...(mayChange ? [actions(one)] : []),
            ],
          }))}
        />
      )}
      {isDraft && (
        <WhileAllowed may={may}>
          <UploadForm release={release} changed={changed} />
        </WhileAllowed>
      )}
    </>
  )
}
