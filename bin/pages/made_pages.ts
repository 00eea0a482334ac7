import { connectionTables } from './connections_text.js'
import { settingTables } from './settings_text.js'

/** The pages with a part that "npm run pages" generates, and that part. */
export const MADE_PAGES: Record<string, () => string> = {
  'docs/operating/settings.md': settingTables,
  'docs/operating/connections.md': connectionTables,
}

const BEGIN = '<!-- Made from the code by "npm run pages". -->'
const END = '<!-- End of what is made. -->'

/** The page with its generated part replaced. The text around it stays. */
export function withMadePart(page: string, part: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`The page lacks "${BEGIN}" or "${END}"`)
  return `${before}${BEGIN}\n\n${part}\n${END}${after}`
}
