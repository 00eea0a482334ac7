import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { isId } from '../../api/ids'
import type { FullLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { useChoice } from '../../ui/kept_choice'
import { Empty, Loaded } from '../../ui/states'
import { Status } from '../../ui/status'
import { useMinutes } from '../../ui/use_minutes'
import { clockSentence } from './clock'
import { Facts } from './facts'
import { Timeline } from './timeline'
import { useLicense } from './use_license'

type Props = { orgId: string; id: string; onClose: () => void }

/** Shows one license beside the list, or on a narrow page in its place. */
export function Peek({ orgId, id, onClose }: Props) {
  const box = usePassedFocus()
  return (
    <aside
      className="peek"
      aria-label="License"
      tabIndex={-1}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {/* The service would refuse an id that is none, in words about its own parameters. */}
      {isId(id) ? (
        <Found orgId={orgId} id={id} onClose={onClose} />
      ) : (
        <>
          <Head onClose={onClose} />
          <Empty title="Not found, or you do not have access" />
        </>
      )}
    </aside>
  )
}

/** Takes the focus from a list that the preview hides, and gives it back when the preview closes. */
function usePassedFocus() {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const list = () => document.querySelector<HTMLElement>('[role=grid]')
    if (list()?.offsetParent === null) box.current?.focus()
    return () => {
      if (document.activeElement === document.body) list()?.focus({ preventScroll: true })
    }
  }, [])
  return box
}

function Found({ orgId, id, onClose }: Props) {
  const query = useLicense(id)
  return (
    <>
      <Head license={query.data} onClose={onClose} />
      <Loaded query={query}>
        {(license) => <About orgId={orgId} license={license} readAt={query.dataUpdatedAt} />}
      </Loaded>
    </>
  )
}

function Head({ license, onClose }: { license?: FullLicense; onClose: () => void }) {
  return (
    <header>
      <span className="mono">{license?.key}</span>
      {license && <CopyButton text={license.key} what="key" />}
      <Button look="plain square small" icon="x" aria-label="Close" onClick={onClose} />
    </header>
  )
}

function About({ orgId, license, readAt }: { orgId: string; license: FullLicense; readAt: number }) {
  const { id } = license
  const zone = useChoice('zone')
  useMinutes()
  return (
    <>
      <div className="actions">
        <Status of={license.status} />
        {license.frozen && <Status of="FROZEN" />}
      </div>
      <p className="small quiet">{clockSentence(license, zone, readAt)}</p>
      <Facts orgId={orgId} license={license} />
      <Link to="/$org/licenses/$id" params={{ org: orgId, id }} search={{}} className="button">
        Open
      </Link>
      <h2>Timeline</h2>
      <Timeline id={id} />
    </>
  )
}
