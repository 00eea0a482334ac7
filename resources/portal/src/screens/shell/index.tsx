import { useEffect } from 'react'
import { Outlet } from '@tanstack/react-router'
import { lookAgain } from '../../api/look_again'
import { onOtherTabs } from '../../api/session'
import { usePortal } from '../../api/portal'
import { useRefusedWrites } from '../../../../console/src/api/refused_writes'
import { Banners } from '../../../../console/src/screens/shell/banners'
import { addIcons } from '../../../../console/src/ui/icons'
import { INSIDE } from '../../../../console/src/ui/inside_icons'
import { useArrival } from '../../../../console/src/ui/use_arrival'
import { useIsPlace } from '../../../../console/src/ui/use_is_place'
import { useRestored } from '../../../../console/src/ui/use_restored'
import { Foot } from './foot'
import { NotFound } from './not_found'
import { SessionOver } from './session_over'
import { leave, Top } from './top'

addIcons(INSIDE)

/** The frame around every page after sign-in. */
export function Shell() {
  const { orgId } = usePortal()
  useEffect(() => onOtherTabs(orgId, { leave }), [orgId])
  useRestored()
  useRefusedWrites(lookAgain)
  const main = useArrival()
  const isPlace = useIsPlace()
  return (
    <div className="portal">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Banners />
      <Top />
      <main id="main" className="inside" tabIndex={-1} ref={main}>
        {isPlace ? <Outlet /> : <NotFound />}
      </main>
      <Foot />
      <SessionOver />
    </div>
  )
}
