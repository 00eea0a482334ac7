import { Link } from '@tanstack/react-router'

/** Shown if the user has lost access to the org of the page. `isTyped` tells that the page stays below, with its forms. */
export function NoLonger({ name, isTyped }: { name: string; isTyped: boolean }) {
  const Title = isTyped ? 'h2' : 'h1'
  return (
    <div className={isTyped ? 'notice bad' : 'empty'} role="alert">
      <Title>You no longer have access to {name}</Title>
      <p>Your membership was ended, or the organisation was deleted.</p>
      {isTyped && <p>What you typed stays on this page, so that you can copy it.</p>}
      <p className="actions wrap">
        <Link to="/" className="linked">
          Go to another organisation
        </Link>
        <a href="/console/sign-in" className="linked">
          Sign in as another user
        </a>
      </p>
    </div>
  )
}
