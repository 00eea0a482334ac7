import { useState } from 'react'
import { usePortal } from '../api/portal'

/** Shows the merchant's logo beside the name. A logo that fails to load is left out. */
export function Logo() {
  const { name, branding } = usePortal()
  const [broken, setBroken] = useState(false)
  return (
    <span className="brand merchant">
      {branding.logoUrl && !broken && <img src={branding.logoUrl} alt="" onError={() => setBroken(true)} />}
      <span>{name}</span>
    </span>
  )
}
