import { lexer } from 'marked'

/** A mermaid block of a page: the heading above it, its kind (`stateDiagram-v2`, `erDiagram`, ...), its lines. */
export type Drawing = { heading: string; kind: string; lines: string[] }

/** An arrow of a state diagram or a flowchart. */
export type Arrow = { from: string; to: string; label: string }

/** A line between two tables: `parent ||--o{ child : column`. The database does not enforce dotted ones. */
export type Relation = { parent: string; child: string; column: string; enforced: boolean }

/** The mermaid blocks of a page, in order. */
export function drawingsOf(markdown: string): Drawing[] {
  let heading = ''
  const drawings: Drawing[] = []
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') heading = token.text as string
    if (token.type !== 'code' || token.lang !== 'mermaid') continue
    const [kind, ...lines] = (token.text as string).split('\n').map((line) => line.trim())
    drawings.push({ heading, kind, lines: lines.filter((line) => line !== '') })
  }
  return drawings
}

/**
 * The only drawing of a kind below a heading.
 * @throws Error if there is none, or more than one
 */
export function drawingBelow(markdown: string, heading: string, kind: string): Drawing {
  const found = drawingsOf(markdown).filter((one) => one.heading === heading && one.kind.startsWith(kind))
  if (found.length !== 1) throw new Error(`${found.length} drawings of ${kind} below "${heading}"`)
  return found[0]
}

/** The arrows of a state diagram or flowchart. */
export function arrowsOf({ lines }: Drawing): Arrow[] {
  return lines.flatMap((line) => {
    const found = /^(\S+) --> (\w+)(?:: (.*))?$/.exec(line)
    return found ? [{ from: found[1], to: found[2], label: found[3] ?? '' }] : []
  })
}

/** The states that a state diagram shows, sorted. */
export function statesOf(drawing: Drawing): string[] {
  const names = arrowsOf(drawing).flatMap(({ from, to }) => [from, to])
  return [...new Set(names)].filter((name) => name !== '[*]').sort()
}

/** The transitions between states, as `from -> to`, sorted and without the arrows that create something. */
export function movesOf(drawing: Drawing): string[] {
  const moves = arrowsOf(drawing).filter(({ from }) => from !== '[*]')
  return moves.map(({ from, to }) => `${from} -> ${to}`).sort()
}

/** The lines between the tables of an entity relationship diagram. */
export function relationsOf({ lines }: Drawing): Relation[] {
  return lines.flatMap((line) => {
    const found = /^(\w+) [|o}{]{2}(--|\.\.)[|o}{]{2} (\w+) : (\w+)$/.exec(line)
    return found ? [{ parent: found[1], child: found[3], column: found[4], enforced: found[2] === '--' }] : []
  })
}

/** The tables that an entity relationship diagram shows. */
export function tablesOf(drawing: Drawing): string[] {
  const related = relationsOf(drawing).flatMap(({ parent, child }) => [parent, child])
  return [...related, ...drawing.lines.filter((line) => /^\w+$/.test(line))]
}
