/**
 * `npm run pages`: generates the parts of documents that come from the code, such as the tables of the settings,
 * `.env.example`, the test vectors of clients, the description of the API, and the types of the SDK.
 */
import './require_node.js'
import 'reflect-metadata'
import { readFile, writeFile } from 'node:fs/promises'
import { API_FILE } from './pages/api/api_file.js'
import { withRouter } from './pages/api/booted_router.js'
import { MADE_PAGES, withMadePart } from './pages/made_pages.js'
import { SDK_TYPES_FILE, sdkTypesText } from './pages/sdk_types.js'
import { envExample } from './pages/settings_text.js'
import { vectorsText } from './pages/vectors/vectors_text.js'
import { reportFailure } from './report_failure.js'

for (const [page, part] of Object.entries(MADE_PAGES)) {
  await writeFile(page, withMadePart(await readFile(page, 'utf8'), part()))
}
await writeFile('.env.example', envExample())
await writeFile('resources/clients/vectors.json', vectorsText())
await withRouter(async (router) => {
  // It reads services of the application, which exist only inside `withRouter`.
  const { apiText } = await import('./pages/api/api_text.js')
  const document = apiText(router)
  await writeFile(API_FILE, document)
  await writeFile(SDK_TYPES_FILE, await sdkTypesText(document))
  const { madeTexts } = await import('./pages/reference/made_texts.js')
  for (const [file, text] of Object.entries(madeTexts(document))) await writeFile(file, text)
}).catch(async (error) => {
  process.exitCode = 1
  await reportFailure(error)
})
