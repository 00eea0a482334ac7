import { test } from '@japa/runner'
import { readFile } from 'node:fs/promises'
import { NEXT_STEPS, packageOfBuild } from '../../bin/finish_build.js'

type Manifest = {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

test.group('The package', () => {
  const readManifest = async () => JSON.parse(await readFile('package.json', 'utf8')) as Manifest

  test('the scripts of the build find their files inside the build', async ({ assert }) => {
    const manifest = await readManifest()
    const { scripts, dependencies, ...rest } = packageOfBuild(manifest)
    assert.match(scripts.start, / bin\/server\.js$/)
    assert.match(scripts.worker, / ace\.js queue:work$/)
    assert.equal(scripts.ace, 'exec node ace.js')
    assert.notMatch(JSON.stringify(scripts), /build|\.ts/)
    assert.deepEqual(dependencies, manifest.dependencies)
    assert.notProperty(rest, 'workspaces')
  })

  test('the steps that a build prints are scripts of both packages', async ({ assert }) => {
    const manifest = await readManifest()
    const printed = [...NEXT_STEPS.join('\n').matchAll(/npm run (\S+)/g)].map(([, name]) => name)
    assert.deepEqual(printed, ['start', 'worker'])
    for (const { scripts } of [manifest, packageOfBuild(manifest)]) {
      for (const name of printed) assert.property(scripts, name)
    }
    assert.notMatch(NEXT_STEPS.join('\n'), /(^|\s)node\s/)
  })

  test('npm passes a signal on: the shell of a script does not stay between it and the service', async ({
    assert,
  }) => {
    const { scripts } = await readManifest()
    for (const name of ['quickstart', 'ace', 'start', 'worker', 'dev']) {
      assert.match(scripts[name], /(^| )exec node /, name)
    }
  })

  test('what runs outside production is installed without the packages of developers', async ({ assert }) => {
    const { dependencies } = await readManifest()
    assert.includeMembers(Object.keys(dependencies), ['node', 'pino-pretty', 'youch'])
  })
})
