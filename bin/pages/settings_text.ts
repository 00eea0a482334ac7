import { groups } from '#config/settings/table'
import type { Setting } from '#config/settings/setting'

/** The tables of docs/operating/settings.md: one per group of settings. */
export const settingTables = () => groups.map(section).join('\n')

/** `.env.example`: every setting, commented out, with its default or an example. */
export function envExample(): string {
  const head = [
    '# The settings of Latchkey and their defaults; none has to be set but those that say so. Copy this file to .env in the',
    '# folder in which the service starts and take away the # where another value is wanted. The environment goes before it.',
    '# Made from config/settings by "npm run pages".',
  ]
  const parts = groups.map(({ title, says, rows }) =>
    [`# ${title}${says ? `: ${plain(says)}` : ''}`, ...Object.entries(rows).map(exampleOf)].join('\n\n')
  )
  return `${[head.join('\n'), ...parts].join('\n\n\n')}\n`
}

function section({ title, says, rows }: (typeof groups)[number]): string {
  const lines = Object.entries(rows).map(
    ([name, row]) =>
      `| \`${name}\` | ${shownDefault(row)} | ${row.about.says}${row.about.secret ? ' Secret.' : ''} |`
  )
  const intro = says ? `${says}\n\n` : ''
  return `## ${title}\n\n${intro}| name | default | for |\n|---|---|---|\n${lines.join('\n')}\n`
}

function exampleOf([name, { about }]: [string, Setting]): string {
  const value =
    typeof about.default === 'object' ? about.default.production : (about.default ?? about.example)
  const otherwise = about.default === undefined || typeof about.default === 'object'
  const unset = otherwise ? ` Not set: ${plain(shownDefault({ about }))}.` : ''
  return `# ${plain(about.says)}${unset}\n# ${name}=${value ?? ''}`
}

function shownDefault({ about: { default: value, unset } }: Pick<Setting, 'about'>): string {
  if (typeof value === 'object') return `\`${value.production}\` in production, else \`${value.otherwise}\``
  return value === undefined ? (unset ?? 'none') : `\`${value}\``
}

/** Removes Markdown from a sentence. */
const plain = (text: string) => text.replaceAll('`', '').replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
