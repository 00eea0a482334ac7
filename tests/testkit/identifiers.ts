import ts from 'typescript'

/** The names that a source file exports, preceded by the name of the file. */
export function namesOf(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return [path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, ''), ...source.statements.flatMap(exported)]
}

function exported(statement: ts.Statement): string[] {
  if (!ts.canHaveModifiers(statement)) return []
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  }
  const { name } = statement as ts.Statement & { name?: ts.Node }
  return name ? [name.getText()] : []
}

/** The words of a name, singular and in lower case: `apiKeyStrings` and `api_key_strings` are `api key string`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^A-Za-z0-9]+/g, ' ')
  return words.toLowerCase().trim().split(' ').map(singular).join(' ')
}

/** True if a name contains a word, or several consecutive words. */
export function speaksOf(name: string, words: string): boolean {
  return ` ${wordsOf(name)} `.includes(` ${words.split(' ').map(singular).join(' ')} `)
}

const singular = (word: string) => word.replace(/(?<=[a-z]{2}[^s])s$/, '')
