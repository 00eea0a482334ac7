import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icons'

type Looks = { icon?: IconName; look?: string; busy?: boolean; ref?: Ref<HTMLButtonElement> }

/**
 * A button. `look` is one or more of primary, danger, plain, square, small, wide. A square button needs `aria-label`. A
 * busy button does nothing, but keeps the focus: browsers take it from a disabled one.
 */
export function Button({
  icon,
  look = '',
  busy,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Looks) {
  return (
    <button
      type="button"
      className={`button ${look}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
