import { useSearch } from '@tanstack/react-router'

/** Returns the page of the portal that the sign-in leads to: the one that was asked for, otherwise the start. */
export function useAskedPage(): string {
  const { to = '' } = useSearch({ strict: false })
  return /^\/(?!\/)/.test(to) ? to : '/'
}
