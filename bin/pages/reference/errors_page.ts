import { CODES, type Code, type RetryClass } from '#kernel/refusals/codes'
import { answeredCodes, type Document } from './read_document.js'

/** Advice to a caller for each retry class (interface#74-retry-guidance). */
const ADVICE: Record<RetryClass, string> = {
  never: 'Do not repeat the call as it is: change what the sentence names first.',
  wait: 'Repeat the same call after Retry-After, or after 1 second, doubled each time up to 60.',
  resign: 'Sign the call again, with a new nonce and the time of the service, and repeat it.',
  refresh: 'Get a new access token once, and repeat the call with it.',
}

/** The introduction of the page. */
const LEAD = `Every refusal is <code>{"ok": false, "error": {"code", "message"}}</code>. Branch on the code; treat one that you
do not know by its status. Whatever the code, an answer with Retry-After may be tried again after it. A code that is
reserved is answered by no route of this version.`

/** The page of all error codes (`/errors`), generated from the code table and the document. */
export function errorsPage(document: Document): string {
  const answered = answeredCodes(document)
  const isReserved = (code: Code) => !answered.has(code)
  const rows = (Object.keys(CODES) as Code[]).map((code) => row(code, isReserved(code)))
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="data:," />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Latchkey error codes</title>
    <link rel="stylesheet" href="/errors/style.css" />
  </head>
  <body>
    <h1>Error codes</h1>
    <p>${LEAD}</p>
    <table>
      <tr><th>code</th><th>status</th><th>meaning</th><th>retry</th><th>what to do</th></tr>
${rows.join('\n')}
    </table>
    <p><a href="/reference">Reference</a> · <a href="/reference.md">as Markdown</a> · <a href="/openapi.json">OpenAPI</a></p>
  </body>
</html>
`
}

function row(code: Code, reserved: boolean): string {
  const [status, sentence, retry] = CODES[code]
  const cells = [
    `<code>${code}</code>`,
    status,
    escaped(sentence),
    retry,
    reserved ? 'Reserved.' : ADVICE[retry],
  ]
  return `      <tr id="${code}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one])
