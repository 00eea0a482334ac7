import GithubSlugger, { slug } from 'github-slugger'
import { lexer, walkTokens, type Token } from 'marked'

export type Link = { href: string; line: number }

/** The anchors that GitHub gives the headings of a page. */
export function anchorsOf(markdown: string): Set<string> {
  const slugger = new GithubSlugger()
  return new Set(headingsOf(markdown).map((heading) => slugger.slug(heading)))
}

/** Headings whose anchor another heading of the page has taken: theirs depends on the order of the two. */
export function ambiguousHeadings(markdown: string): string[] {
  const seen = new Set<string>()
  return headingsOf(markdown).filter((heading) => seen.size === seen.add(slug(heading)).size)
}

/** The links and images of a page that lead to the project itself, with the line on which each begins. */
export function localLinksOf(markdown: string): Link[] {
  const links: Link[] = []
  let line = 1
  for (const block of lexer(markdown)) {
    let read = 0
    // It collects what the function returns, which is no promise here.
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

/** The words of a token without their markup, as GitHub makes anchors of them. */
function plainText(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('')
  return 'text' in token ? token.text : token.raw
}

const newlines = (text: string) => text.split('\n').length - 1
