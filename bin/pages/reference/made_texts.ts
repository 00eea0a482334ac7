import { consoleChoices, consoleCurrencies } from './console_choices.js'
import { errorsPage } from './errors_page.js'
import { llmsText } from './llms_text.js'
import type { Document } from './read_document.js'
import { referenceText } from './reference_text.js'

/** The files that are generated from the API document and from tables of the rules, with their texts. */
export function madeTexts(document: string): Record<string, string> {
  const read = JSON.parse(document) as Document
  return {
    'resources/reference/llms.txt': llmsText(read),
    'resources/reference/reference.md': referenceText(read),
    'resources/reference/errors.html': errorsPage(read),
    ...consoleChoices(read),
    ...consoleCurrencies(),
  }
}
