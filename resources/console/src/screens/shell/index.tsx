import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { lookAgain } from '../../api/look_again'
import { useRefusedWrites } from '../../api/refused_writes'
import { useOrg } from '../../api/me'
import { listenToOrg, type Progress } from '../../api/org_stream'
import { addIcons } from '../../ui/icons'
import { INSIDE } from '../../ui/inside_icons'
import { keepChoice } from '../../ui/kept_choice'
import { useArrival } from '../../ui/use_arrival'
import { useTypedHere } from '../../ui/use_typed_here'
import { useIsPlace } from '../../ui/use_is_place'
import { Banners } from './banners'
import { NoLonger, SsoFirst } from './kept_out'
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
  const [last, setLast] = useState(org)
  if (org && org !== last) setLast(org)
  // After the user has lost access, the page stays what it was.
  const shown = org ?? (last?.id === orgId ? last : undefined)
  const isPlace = useIsPlace()
  const [open, setOpen] = useState<Progress[]>([])
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!org || org.ssoRequired) return
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
  const name = shown?.name
  useEffect(() => {
    if (name !== undefined) document.title = titleAt(address, name)
  }, [address, name])
  const isTyped = useTypedHere(address)
  useOtherTabs()
  useRefusedWrites(lookAgain)
  if (!shown) return <NothingHere />
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Banners suspended={shown.suspended} />
      <Sidebar org={shown} open={open} />
      <main id="main" className="main" tabIndex={-1} ref={main}>
        {!org && <NoLonger org={shown} isTyped={isTyped} />}
        {org?.ssoRequired && <SsoFirst org={org} isTyped={isTyped} />}
        {((org && !org.ssoRequired) || isTyped) && (isPlace ? <Outlet /> : <NotFound />)}
      </main>
      <Palette orgId={orgId} />
      <SessionOver />
    </div>
  )
}
