import { execFileSync } from 'node:child_process'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { parseJson, unstorable } from '#kernel/json/json'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000)

/**
 * Characters for names: those that need an escape, those that may have one, and those that the packing of names uses.
 */
const name = fc.string({
  unit: fc.constantFrom(...'"\\\n\r\t\b\f/;aué😀\ud800\ue000\ue100\ue10a\ue122\ue15c'),
})
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    name,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(name, fc.constantFrom('a', '1', '__proto__')), tie('any'), { maxKeys: 4 })
  ),
})).any

/**
 * Objects with a backslash in a name. Once V8 has seen them, it confuses other names with theirs. They must not be
 * garbage-collected.
 */
const seen = ['\\', '\\u', '\\n', '\\\\', '\\u00', 'a\\', '\\"'].flatMap((one) =>
  ['a', 'h', ';', '\ue000'].map((first) => JSON.parse(JSON.stringify({ [first]: 1, [one]: 2 })))
)

/** The same document with other escapes and white space; `pick` decides for each character. */
function respelled(text: string, pick: () => number): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|[,:{}[\]]/g, (token) => {
    if (token.length < 2 || !token.startsWith('"')) return pick() === 0 ? ` \n${token}\t` : token
    const chars = [...(JSON.parse(token) as string)].flatMap((char) => char.split(''))
    return `"${chars.map((char) => (pick() === 0 ? unicode(char) : JSON.stringify(char).slice(1, -1))).join('')}"`
  })
}

function unicode(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}

test.group('parseJson', () => {
  test('reads the names that were written, whatever was read before: {0}')
    .with([
      ['{"h":1,"\\u003b":2}', 'h', ';'],
      ['{"h":1,"\\n":2}', 'h', '\n'],
      ['{"h":1,"\\"":2}', 'h', '"'],
      ['{"h":1,"\\\\":2}', 'h', '\\'],
      ['{"h":1,"\\u00e9\\u00e9":2}', 'h', 'éé'],
      ['{"a":1,"a\\t":2}', 'a', 'a\t'],
      ['{"h":1,"\\u0075":"\\"x\\": {"}', 'h', 'u'],
      ['{"h":[{"\\u0068":1,"\\n" : 3}],"x":2}', 'h', 'x'],
    ])
    .run(({ assert }, [text, ...names]) => {
      assert.isNotEmpty(seen)
      assert.deepEqual(Object.keys(parseJson(text) as object), names)
    })

  test('is needed: JSON.parse still takes a name with an escape for another one', ({ assert }) => {
    // In a separate process, because the names that V8 confuses depend on all objects that it has seen.
    const program = [
      String.raw`const seen = JSON.parse('{"h":1,"\\\\":2}')`,
      String.raw`const read = JSON.parse('{"h":1,"\\n":2}')`,
      'process.stdout.write(JSON.stringify([seen, read].map(Object.keys)))',
    ]
    const printed = execFileSync(process.execPath, ['-e', program.join('\n')], { encoding: 'utf8' })
    // If this fails, V8 has fixed nodejs/node issue 63785: `parseJson` can be JSON.parse with its bounds.
    assert.notDeepEqual(JSON.parse(printed), [
      ['h', '\\'],
      ['h', '\n'],
    ])
  })

  test(`says what was written, however it was escaped (SEED=${SEED})`, ({ assert }) => {
    const run = fc.property(value, fc.infiniteStream(fc.nat({ max: 3 })), (given, picks) => {
      const text = respelled(JSON.stringify(given), () => picks.next().value)
      assert.strictEqual(JSON.stringify(parseJson(text)), JSON.stringify(given), text)
    })
    fc.assert(run, { numRuns: 2000, seed: SEED })
  })

  test('the last of several members of one name stands, also if they are spelled differently', ({
    assert,
  }) => {
    assert.deepEqual(parseJson('{"a":1,"\\u0061":2}'), { a: 2 })
    assert.deepEqual(parseJson('{"\\u000a":1,"b":3,"\\n":2}'), { '\n': 2, b: 3 })
  })

  test('__proto__ is a name like others', ({ assert }) => {
    for (const text of ['{"__proto__":{"x":1},"\\n":1}', '{"\\u005f_proto__":{"x":1}}']) {
      const read = parseJson(text) as Record<string, unknown>
      assert.isTrue(Object.hasOwn(read, '__proto__'), text)
      assert.isUndefined(read.x)
    }
  })

  test('refuses what is no JSON: {$self}')
    .with([
      '',
      '{',
      '{"a\\":1}',
      '{"\\x":1}',
      '{"\\u00g0":1}',
      '{"a":1}}',
      '{"\n":1}',
      '{"a":"\\n",}',
      "{'\\n':1}",
    ])
    .run(({ assert }, text) => {
      assert.throws(() => parseJson(text), SyntaxError as never)
    })

  test('a name of 400,000 escapes is read', ({ assert }) => {
    const name = '"'.repeat(400_000)
    const text = JSON.stringify({ [name]: name })
    assert.isTrue(JSON.stringify(parseJson(text)) === text)
  })
})

test.group('unstorable', () => {
  test('{0} holds {1}')
    .with([
      ['{"a":["é😀",{"b":null,"c":1}]}', null],
      ['"\\u0000"', 'a NUL character'],
      ['{"a":[{"\\u0000":1}]}', 'a NUL character'],
      ['[["\\ud800"]]', 'half of a surrogate pair'],
      ['{"\\udc00":1}', 'half of a surrogate pair'],
    ] as const)
    .run(({ assert }, [text, fault]) => assert.equal(unstorable(parseJson(text)), fault))
})
