/**
 * `npm run pages`: writes the parts of documents that the code knows, such as the tables of the settings, and
 * `.env.example`, and the test vectors of clients.
 */
import './require_node.js'
import { readFile, writeFile } from 'node:fs/promises'
import { MADE_PAGES, withMadePart } from './pages/made_pages.js'
import { envExample } from './pages/settings_text.js'
import { vectorsText } from './pages/vectors/vectors_text.js'

for (const [page, part] of Object.entries(MADE_PAGES)) {
  await writeFile(page, withMadePart(await readFile(page, 'utf8'), part()))
}
await writeFile('.env.example', envExample())
await writeFile('resources/clients/vectors.json', vectorsText())
