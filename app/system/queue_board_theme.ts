import type { UIConfig } from '@bull-board/api/typings/app'

/** The colours of the console, for the board. Unlike those of the board's makers, all texts in them can be read well. */
export const BOARD_THEME: UIConfig['theme'] = {
  light: {
    background: 'oklch(98.6% 0.002 260)',
    foreground: 'oklch(24% 0.012 265)',
    card: '#fff',
    sidebar: 'oklch(96.6% 0.003 260)',
    'sidebar-state-selected': 'oklch(95.8% 0.022 264)',
    primary: 'oklch(50% 0.19 264)',
    'primary-foreground': '#fff',
    muted: 'oklch(96.6% 0.003 260)',
    'muted-foreground': 'oklch(44% 0.012 265)',
    destructive: 'oklch(51% 0.19 25)',
    'status-failed': 'oklch(51% 0.19 25)',
    'status-completed': 'oklch(46% 0.12 152)',
    'status-waiting': 'oklch(50% 0.12 65)',
  },
  dark: {
    background: 'oklch(17.5% 0.008 265)',
    foreground: 'oklch(95% 0.004 260)',
    card: 'oklch(20.5% 0.009 265)',
    sidebar: 'oklch(15.5% 0.007 265)',
    'sidebar-state-selected': 'oklch(27% 0.06 266)',
    primary: 'oklch(71% 0.14 264)',
    muted: 'oklch(23.5% 0.01 265)',
    'muted-foreground': 'oklch(76% 0.01 262)',
    destructive: 'oklch(75% 0.15 22)',
    'status-failed': 'oklch(75% 0.15 22)',
    'status-completed': 'oklch(78% 0.15 152)',
    'status-waiting': 'oklch(81% 0.14 78)',
  },
}
