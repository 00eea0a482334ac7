import type { ComponentProps } from 'react'
import { SessionOver } from '../shell/session_over'
import { useOtherTabs } from '../shell/use_other_tabs'
import { Card } from './card'

/** The card of a page for signed-in users: without its sign-in, a request would wait for ever once the session has ended. */
export function InsideCard(card: ComponentProps<typeof Card>) {
  useOtherTabs({ staysHere: true })
  return (
    <>
      <Card {...card} />
      <SessionOver />
    </>
  )
}
