import { test } from '@japa/runner'
import { runnableOn } from '#releases/rules/emulation'
import { archOf, fits, platformOf } from '#releases/rules/platform'

test.group('the platform of a file', () => {
  test('has one name, whatever a tool calls it', ({ assert }) => {
    const named = { win32: 'windows', win: 'windows', windows: 'windows', mac: 'darwin', macos: 'darwin' }
    const more = { osx: 'darwin', darwin: 'darwin', linux: 'linux', any: 'any', universal: 'universal' }
    for (const [given, name] of Object.entries({ ...named, ...more })) assert.equal(platformOf(given), name)
    const arches = { x64: 'x86_64', amd64: 'x86_64', x86_64: 'x86_64', arm64: 'aarch64', aarch64: 'aarch64' }
    for (const [given, name] of Object.entries(arches)) assert.equal(archOf(given), name)
  })

  test('is refused where it is no name', ({ assert }) => {
    for (const text of ['', 'Windows', 'a b', '../x', 'x'.repeat(33), 'x\n', 'wín']) {
      assert.isNull(platformOf(text), text)
      assert.isNull(archOf(text), text)
    }
    assert.equal(platformOf('x'.repeat(32)), 'x'.repeat(32))
  })

  test('fits itself, and the names of all fit everything', ({ assert }) => {
    assert.isTrue(fits('windows', 'windows'))
    assert.isFalse(fits('windows', 'darwin'))
    for (const every of ['any', 'universal']) {
      assert.isTrue(fits(every, 'linux'))
      assert.isTrue(fits('linux', every))
    }
  })

  test('runs the programs of other machines where the system emulates them', ({ assert }) => {
    assert.deepEqual(runnableOn('windows', 'aarch64'), ['aarch64', 'x86_64', 'x86', 'i686'])
    assert.deepEqual(runnableOn('windows', 'x86_64'), ['x86_64', 'x86', 'i686'])
    assert.deepEqual(runnableOn('darwin', 'aarch64'), ['aarch64', 'x86_64'])
    assert.deepEqual(runnableOn('darwin', 'x86_64'), ['x86_64'])
    for (const platform of ['linux', 'freebsd', null])
      assert.deepEqual(runnableOn(platform, 'aarch64'), ['aarch64'])
    for (const name of ['constructor', '__proto__', 'length']) {
      for (const platform of ['windows', name]) assert.deepEqual(runnableOn(platform, name), [name])
    }
  })
})
