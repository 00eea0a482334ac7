import { test } from '@japa/runner'
import { announcedHash, assertReceived, newArtifact } from '#releases/rules/artifact'
import { artifactNameProblem } from '#releases/rules/artifact_name'
import { RELEASE_STATUSES } from '#releases/rules/release'
import { RELEASE_MOVES, releaseMoved, type ReleaseMove } from '#releases/rules/release_moves'

test.group('a file of a release', () => {
  test('has a name that is part of no path', ({ assert }) => {
    for (const name of [
      'a',
      'App Setup 1.0.exe',
      'é.zip',
      '日本.dmg',
      'x'.repeat(200),
      '😀'.repeat(200),
      'a.',
    ]) {
      assert.isNull(artifactNameProblem(name), name)
    }
    const wrong = ['', ' ', '.', '..', '.env', 'a..b', '../a', 'a/b', 'a\\b', 'a\nb', 'a\0', 'x'.repeat(201)]
    for (const name of [...wrong, 'a\u0085b', 'a\u202eb', '\ud800', '😀'.repeat(201)]) {
      assert.isString(artifactNameProblem(name), JSON.stringify(name))
    }
  })

  test('is for everything unless said otherwise; the field of a form goes before the query', ({ assert }) => {
    const every = { platform: 'any', arch: 'any', kind: 'other' }
    assert.deepEqual(newArtifact({}, { name: 'a.zip' }), {
      filename: 'a.zip',
      ...every,
      signature: undefined,
    })
    const signed = newArtifact({ signature: 'query' }, { name: 'a.zip', fields: { signature: 'field' } })
    assert.equal(signed.signature, 'field')
    assert.equal(newArtifact({ signature: ' dW50\n' }, { name: 'a.zip' }).signature, 'dW50')
    assert.isUndefined(newArtifact({ signature: '\n' }, { name: 'a.zip' }).signature)
    assert.throws(() => newArtifact({}, { name: null }), /has no name/)
  })

  test('has the hash that was announced', ({ assert }) => {
    const hash = 'ab'.repeat(32)
    assert.equal(announcedHash(hash.toUpperCase()), hash)
    assert.isUndefined(announcedHash(undefined))
    assert.throws(() => announcedHash('x'), /64 characters/)
    assertReceived({ bytes: 1, sha256: hash }, hash)
    assertReceived({ bytes: 1, sha256: hash })
    assert.throws(() => assertReceived({ bytes: 1, sha256: hash }, 'cd'.repeat(32)), /send it again/)
    assert.throws(() => assertReceived({ bytes: 0, sha256: hash }))
  })
})

test.group('the moves of a release', () => {
  test('start from one state each', ({ assert }) => {
    for (const move of Object.keys(RELEASE_MOVES) as ReleaseMove[]) {
      for (const status of RELEASE_STATUSES) {
        if (status === RELEASE_MOVES[move].from)
          assert.equal(releaseMoved(status, move), RELEASE_MOVES[move].to)
        else assert.throws(() => releaseMoved(status, move), new RegExp(`The release is.* can be ${move}`))
      }
    }
  })
})
