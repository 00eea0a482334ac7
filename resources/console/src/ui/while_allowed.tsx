import { useState, type ReactNode } from 'react'
import { useWithdrawn, Withdraw } from './withdrawn'

type Props = { may: boolean; otherwise?: ReactNode; children: ReactNode }

/**
 * Shows a form to users who may use it, and `otherwise` to others. If the right is taken away while the form is shown, the
 * form stays, because what is typed there would be lost with it. It can no longer be sent.
 */
export function WhileAllowed({ may, otherwise = null, children }: Props) {
  const [had, setHad] = useState(may)
  if (may && !had) setHad(true)
  return had ? <Withdraw gone={!may}>{children}</Withdraw> : otherwise
}

/** Buttons and menus next to forms. Unlike these, they go with the right to use them. */
export function Offered({ children }: { children: ReactNode }) {
  return useWithdrawn() ? null : children
}

/** Says in a withdrawn form why it cannot be sent. The fields stay enabled, so that the text can be selected and copied. */
export function Withdrawal() {
  if (!useWithdrawn()) return null
  return (
    <p className="notice warn" role="status">
      You can no longer send this. What you typed stays here, so that you can copy it.
    </p>
  )
}
