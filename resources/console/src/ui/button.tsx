import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icons'

type Looks = { icon?: IconName; look?: string; busy?: boolean; ref?: Ref<HTMLButtonElement> }

/**
 * A button. `look` is one or more of primary, danger, plain, square, small, wide. A square button needs `aria-label`.
 */
export function Button({
  icon,
  look = '',
  busy = false,
  children,
  disabled,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Looks) {
  return (
    <button type="button" className={`button ${look}`} disabled={disabled || busy} aria-busy={busy} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
