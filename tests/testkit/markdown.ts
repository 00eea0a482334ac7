import GithubSlugger, { slug } from 'github-slugger'
import { lexer, walkTokens, type Token } from 'marked'

export type Link = { href: string; line: number }

/** The anchors that GitHub gives the headings of a page. */
export function anchorsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger()
  return new Set(headingsOf(markdown).map((heading) => slugger.slug(heading)))
}

/**
 * Headings whose anchor an earlier heading of the page already has: their anchors depend on the order of the headings.
 */
export function ambiguousHeadings(markdown: string): string[] {
  const seen = new Set<string>()
  return headingsOf(markdown).filter((heading) => seen.size === seen.add(slug(heading)).size)
}

/** The links and images of a page that point into the project, with the line on which each begins. */
export function localLinksOf(markdown: string): Link[] {
  const links: Link[] = []
  let line = 1
  for (const block of lexer(markdown)) {
    let read = 0
    // `walkTokens` collects the return values of the callback; here they contain no promise.
    void walkTokens([block], (token) => {
      if (token.type !== 'link' && token.type !== 'image') return
      const at = Math.max(block.raw.indexOf(token.raw, read), read)
      read = at
      if (!/^[a-z][a-z+.-]*:|^\/\//i.test(token.href)) {
        links.push({ href: token.href, line: line + newlines(block.raw.slice(0, at)) })
      }
    })
    line += newlines(block.raw)
  }
  return links
}

function headingsOf(markdown: string): string[] {
  return lexer(markdown)
    .filter((token) => token.type === 'heading')
    .map(plainText)
}

/** The text of a token without its markup, from which GitHub derives anchors. */
function plainText(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('')
  return 'text' in token ? token.text : token.raw
}

const newlines = (text: string) => text.split('\n').length - 1
