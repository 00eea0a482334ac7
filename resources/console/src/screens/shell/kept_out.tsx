import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import type { Org } from '../../api/types'

type Props = { org: Org; isTyped: boolean }

/** Shown if the user has lost access to the org of the page. `isTyped` tells that the page stays below, with its forms. */
export function NoLonger({ org, isTyped }: Props) {
  return (
    <KeptOut title={`You no longer have access to ${org.name}`} isTyped={isTyped}>
      <p>Your membership was ended, or the organisation was deleted.</p>
      <p className="actions wrap">
        <Link to="/">Go to another organisation</Link>
        <a href="/console/sign-in">Sign in as another user</a>
      </p>
    </KeptOut>
  )
}

/** Shown if the org refuses this session until the user has signed in through its SSO. */
export function SsoFirst({ org, isTyped }: Props) {
  const to = useLocation({ select: ({ href }) => href })
  return (
    <KeptOut title={`${org.name} requires single sign-on`} isTyped={isTyped}>
      <p>Sign in through the identity provider of the organisation to continue.</p>
      <p>
        {/* In a new tab, because this page continues after a sign-in there. */}
        <Link
          to="/sign-in/sso"
          search={isTyped ? {} : { to }}
          {...(isTyped && { target: '_blank', rel: 'noopener' })}
        >
          {isTyped ? 'Sign in with SSO in a new tab' : 'Sign in with SSO'}
        </Link>
      </p>
    </KeptOut>
  )
}

function KeptOut({ title, isTyped, children }: { title: string; isTyped: boolean; children: ReactNode }) {
  const Title = isTyped ? 'h2' : 'h1'
  return (
    <div className={isTyped ? 'notice bad' : 'empty'} role="alert">
      <Title>{title}</Title>
      {children}
      {isTyped && <p>What you typed stays on this page.</p>}
    </div>
  )
}
