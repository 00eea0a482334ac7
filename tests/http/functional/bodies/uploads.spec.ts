import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import { discardUpload } from '#operations/kinds/import/store_upload'
import { rows } from '#kernel/database/sql'
import { sendCheaply } from './costs.js'
import { ATTACHED, createPlaces, IMPORTED, type Place } from './places.js'

const CSV = { 'content-type': 'text/csv' }
const NDJSON = { 'content-type': 'application/x-ndjson' }
const JSON_LIST = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'multipart/form-data; boundary=cut' }
const FILE = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

/** Files that cost the most for their size: the status of the answer, the headers, and the content. */
const FILES: Record<string, [number, Record<string, string>, () => string]> = {
  'short rows': [202, CSV, () => `key\n${'A\n'.repeat(60_000)}`],
  'one cell of quotes': [202, CSV, () => `key,a\nA,"${'""'.repeat(1_500_000)}"\n`],
  'rows of nothing but commas': [400, CSV, () => `key,a\n${','.repeat(2_000_000)}`],
  'blank lines': [400, CSV, () => `key\nA\n${'\n'.repeat(3_000_000)}`],
  'names of columns of a KiB': [400, CSV, () => `key${`,${'a'.repeat(900)}`.repeat(999)}\nA\n`],
  'a name of a column out of spaces': [202, CSV, () => `key;x${' '.repeat(60_000)}x\nA;1\n`],
  'a longer one than headings may be': [400, CSV, () => `key;x${' '.repeat(900_000)}x\nA;1\n`],
  'records of empty objects': [202, NDJSON, () => `{"key":"A","a":[${'{},'.repeat(300_000)}{}]}\n`.repeat(3)],
  'records of escaped names': [202, NDJSON, () => `{"key":"A"${',"\\n":1'.repeat(130_000)}}\n`.repeat(3)],
  'records that name their key again and again': [
    202,
    NDJSON,
    () => `{"key":"A"${',"k\\u0065y":"\\u0041"'.repeat(45_000)}}\n`.repeat(3),
  ],
  'records of one long number': [
    202,
    NDJSON,
    () => `{"key":"A","metadata":1${'0'.repeat(900_000)}1}\n`.repeat(3),
  ],
  'a list of numbers': [202, JSON_LIST, () => `[${'1,'.repeat(60_000)}1]`],
  'a list of records': [202, JSON_LIST, () => `[${'{"key":"A"},'.repeat(40_000)}{}]`],
  'lists in lists': [400, JSON_LIST, () => '['.repeat(3_000_000)],
  'a form of almost boundaries': [400, FORM, () => `${FILE}${'\r\n--cu'.repeat(500_000)}\r\n--cut--\r\n`],
  'a form of headers': [400, FORM, () => `--cut\r\n${'a: b\r\n'.repeat(500_000)}`],
  'a form of fields': [
    400,
    FORM,
    () => `${'--cut\r\ncontent-disposition: form-data; name="b"\r\n\r\nx\r\n'.repeat(50_000)}--cut--\r\n`,
  ],
}

test.group('what the nastiest uploads cost', (group) => {
  let uploads: Place[]
  group.tap((one) => one.tags(['@once']))
  group.each.timeout(60_000)
  group.setup(async () => {
    const { places, target } = await createPlaces()
    uploads = places.filter(({ limit }) => limit === Infinity)
    return async () => {
      const begun = await rows<{ id: string }>(
        db.connection(),
        'delete from operations where org_id = ? returning id',
        [target.merchant.orgId]
      )
      await Promise.all(begun.map(({ id }) => discardUpload(id)))
    }
  })

  test('{$self}')
    .with(Object.keys(FILES))
    .run(async ({ assert }, name) => {
      const [expected, type, write] = FILES[name]
      const text = write()
      const imports = uploads.filter(({ route }) => IMPORTED.test(route))
      assert.lengthOf(imports, 2)
      for (const place of imports) {
        const { status, text: answer } = await sendCheaply(place, name, text, type)
        assert.equal(status, expected, answer)
      }
      const attachments = uploads.filter(({ route }) => ATTACHED.test(route))
      assert.lengthOf(attachments, 2)
      for (const place of attachments) {
        const { status, text: answer } = await sendCheaply(place, name, text, type)
        // A whole file may have any content on that route.
        assert.equal(status, name === 'a form of almost boundaries' ? 201 : 400, answer)
      }
    })
})
