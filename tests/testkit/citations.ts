export type Citation = { document: string; anchor: string; line: number }

/** `interface#57-csrf`, `contract/01-changes#bounds`: a document of docs/spec and the anchor of a heading. */
const CITATION = /\b(interface|contract(?:\/[\w-]+)?)#([\w-]*)/g

/** A space, or the end of a comment line and the beginning of the next one. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|\/\/|--)?[ \t]*)`

/** References that name a part by its number or title. A reader cannot follow them. */
const UNCHECKED = new RegExp(
  [
    String.raw`\b(?:interface|contract)${GAP}\d`,
    String.raw`\((?:interface|contract)[,:]${GAP}`,
    String.raw`\bpart${GAP}\d+\+`,
    String.raw`\(part${GAP}\d+[,;)]`,
  ].join('|'),
  'gi'
)

/** The citations of a text, with their lines. */
export function citationsOf(text: string): Citation[] {
  return [...text.matchAll(CITATION)].map((found) => ({
    document: found[1],
    anchor: found[2],
    line: lineAt(text, found.index),
  }))
}

/** Texts that look like a citation but name no heading: the first words of each, with the line. */
export function uncheckedCitationsOf(text: string): { words: string; line: number }[] {
  return [...text.matchAll(UNCHECKED)].map((found) => ({
    words: found[0].replace(/\s+/g, ' '),
    line: lineAt(text, found.index),
  }))
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
