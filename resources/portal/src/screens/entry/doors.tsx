import { useState } from 'react'
import { usePortal } from '../../api/portal'
import { Button } from '../../../../console/src/ui/button'
import { CodeDoor } from './code_door'
import { KeyDoor } from './key_door'
import { PasswordDoor } from './password_door'

export type DoorProps = {
  /** Receives the access token after a sign-in. */
  done: (token: string) => void
}

const DOORS = {
  code: { Door: CodeDoor, label: 'Use an email code' },
  password: { Door: PasswordDoor, label: 'Use a password' },
  licenseKey: { Door: KeyDoor, label: 'Use a license key' },
} as const

type DoorName = keyof typeof DOORS

/** The doors that the merchant has opened. It shows one at a time, and a button for each of the others. */
export function Doors({ done }: DoorProps) {
  const { signIn } = usePortal()
  const open = (Object.keys(DOORS) as DoorName[]).filter((name) => signIn[name])
  const [chosen, setChosen] = useState(open[0])
  if (!chosen) {
    return <p className="notice">Sign in from the merchant’s website or with an invitation link.</p>
  }
  const { Door } = DOORS[chosen]
  const others = open.filter((name) => name !== chosen)
  return (
    <div className="form">
      <Door key={chosen} done={done} />
      {others.length > 0 && (
        <div className="other-doors">
          {others.map((name) => (
            <Button key={name} look="plain wide" onClick={() => setChosen(name)}>
              {DOORS[name].label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
