import { createContext, useContext, type ReactNode } from 'react'

const Withdrawn = createContext(false)

/** Returns true inside a form that stays on the page although it can no longer be sent. */
export const useWithdrawn = () => useContext(Withdrawn)

/** Keeps the forms inside it as they are, but withdrawn if `gone` is true. */
export function Withdraw({ gone, children }: { gone: boolean; children: ReactNode }) {
  const around = useWithdrawn()
  return <Withdrawn value={around || gone}>{children}</Withdrawn>
}
