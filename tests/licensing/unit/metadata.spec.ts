import { test } from '@japa/runner'
import { metadataProblems } from '#kernel/json/metadata'

const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) })

test.group('metadata of a license', () => {
  test('{0}: {2} problems')
    .with([
      ['an object', { seats: 5, tags: ['a'] }, 0],
      ['eight levels', nested(8), 0],
      ['nine levels', nested(9), 1],
      ['16 KiB', { a: 'x'.repeat(16 * 1024 - 8) }, 0],
      ['a byte more', { a: 'x'.repeat(16 * 1024 - 7) }, 1],
      ['16 KiB in fewer characters', { a: 'ä'.repeat(9000) }, 1],
      ['an array', [], 1],
      ['null', null, 1],
      ['text', 'text', 1],
    ] as const)
    .run(({ assert }, [, value, problems]) => assert.lengthOf(metadataProblems(value), problems))
})
