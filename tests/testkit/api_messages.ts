import ts from 'typescript'

/** Functions whose text arguments always reach a caller. */
const SINKS = new Set(['Refusal', 'invalidField', 'TransferError', 'BadRow', 'report', 'conflict', 'noWay'])

/** Functions whose text arguments stay inside the service: faults, log lines, SQL, option names. */
const INSIDE = new Set([
  ...['Error', 'unrecoverable', 'StartProblem', 'QueuesUnavailable', 'raw', 'documented'],
  ...['debug', 'info', 'warn', 'error', 'fatal', 'trace'],
  ...['rows', 'firstRow', 'changedRows', 'query', 'rawQuery', 'prepare'],
])

/** Three words or more, one of them in lower case: a sentence or a part of one. */
const SENTENCE = /^(?=.* [a-z]{2,})\S+(?: \S+){2,}/
const SQL =
  /\b(?:select|from|where|and|order by|returning|interval|as|on) .*(?:[?="]|\b\w+\.\w+\b|limit)|::|\n|^(?:select|from|with|set|for|order|insert|update|delete|join|left) |\bis (?:not )?null\b|\bilike\b|^case when|^to_char|\) in \(/

/** Texts with spaces that are not sentences: headers, addresses, names of keys, log lines. */
const NO_SENTENCE = /^(?:Bearer |default-src |http:|latchkey |signed in |runtime call )|^\{\{ \w+ \}\}$/

/**
 * The messages in a source file that an answer can carry: texts passed to a refusal or another way to refuse, and other
 * texts that look like a sentence. A value inside a text is shown as its expression in braces.
 */
export function messagesOf(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const message = textOf(node)
    if (message !== null && isMessage(node, message)) found.push(message)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  const values = node.templateSpans.map(({ expression, literal }) => nameOf(expression) + literal.text)
  return node.head.text + values.join('')
}

/** The part of an expression that a reader needs: its last name, or its text if it is short. */
function nameOf(expression: ts.Expression): string {
  const text = expression.getText().replace(/\s+/g, ' ')
  return `{${text.length > 40 ? '...' : text}}`
}

function isMessage(node: ts.Node, text: string): boolean {
  if (!/[A-Za-z] /.test(text) || SQL.test(text) || NO_SENTENCE.test(text)) return false
  const calls = callsAround(node)
  if (calls.some((name) => SINKS.has(name))) return true
  return SENTENCE.test(text) && !calls.some((name) => INSIDE.has(name))
}

/** The names of the calls whose arguments contain a text, up to the enclosing function. */
function callsAround(node: ts.Node): string[] {
  const names: string[] = []
  for (let at = node.parent; !ts.isFunctionLike(at) && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) names.push(lastName(at.expression))
  }
  return names
}

function lastName(expression: ts.Expression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
}
