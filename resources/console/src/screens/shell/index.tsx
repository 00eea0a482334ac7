import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useLookAgain } from '../../api/look_again'
import { useOrg } from '../../api/me'
import { listenToOrg, type Progress } from '../../api/org_stream'
import { addIcons } from '../../ui/icons'
import { INSIDE } from '../../ui/inside_icons'
import { keepChoice } from '../../ui/kept_choice'
import { useArrival } from '../../ui/use_arrival'
import { useIsPlace } from '../../ui/use_is_place'
import { Banners } from './banners'
import { NotFound, NothingHere } from './not_found'
import { Palette } from './palette'
import { titleAt } from './places'
import { SessionOver } from './session_over'
import { Sidebar } from './sidebar'
import { useOtherTabs } from './use_other_tabs'
import { usePreferences } from './use_preferences'
import { useRoleNews } from './use_role_news'

addIcons(INSIDE)

/** The frame around every screen of an org. */
export function Shell() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const { org } = useOrg(orgId)
  const isPlace = useIsPlace()
  const [open, setOpen] = useState<Progress[]>([])
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!org) return
    keepChoice('org', orgId)
    const stop = listenToOrg(orgId, queryClient, setOpen)
    return () => {
      stop()
      setOpen([])
    }
  }, [org, orgId, queryClient])
  usePreferences()
  useRoleNews(org)
  const main = useArrival()
  const address = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (org) document.title = titleAt(address, org.name)
  }, [address, org])
  useOtherTabs()
  useLookAgain()
  if (!org) return <NothingHere />
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Banners suspended={org.suspended} />
      <Sidebar org={org} open={open} />
      <main id="main" className="main" tabIndex={-1} ref={main}>
        {isPlace ? <Outlet /> : <NotFound />}
      </main>
      <Palette orgId={orgId} />
      <SessionOver />
    </div>
  )
}
