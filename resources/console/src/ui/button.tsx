import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icons'
import { useWithdrawn } from './withdrawn'

type Looks = { icon?: IconName; look?: string; busy?: boolean; ref?: Ref<HTMLButtonElement> }

/**
 * A button. `look` is one or more of primary, danger, plain, square, small, wide. A square button needs `aria-label`. A
 * busy button does nothing, but keeps the focus: browsers take it from a disabled one. The same goes for the submit button
 * of a withdrawn form.
 */
export function Button({
  icon,
  look = '',
  busy,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Looks) {
  const isWithdrawn = useWithdrawn() && rest.type === 'submit'
  const isOff = busy || isWithdrawn
  return (
    <button
      type="button"
      className={`button ${look}`}
      aria-disabled={isOff}
      aria-busy={busy}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
