import { test } from '@japa/runner'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, matchesGlob } from 'node:path'
import { projectFiles, textOf } from '#tests/testkit/project_files'
import finishBuild, { NEXT_STEPS, packageOfBuild } from '../../bin/finish_build.js'

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

  test('a build keeps what runs the service, and no tests, benchmarks or tools of developers', async ({
    assert,
    cleanup,
  }) => {
    const shipped = ['ace.js', 'app/a.js', 'bin/console.js', 'bin/quickstart.js', 'bin/server.js']
    const left = [
      ...['tests/run.js', 'tests/house/a.spec.js', 'benchmarks/main.js', 'packages/sdk/a.js'],
      ...['bin/test.js', 'bin/test.js.map', 'bin/unit.js', 'bin/dev.js', 'bin/dev/screenshots.js'],
      ...['bin/finish_build.js', 'bin/pages/a.js', 'resources/console/a.js', 'resources/pages_build.js'],
    ]
    const kept = ['resources/pages/home.html']
    const manifest = await readFile('package.json', 'utf8')
    const [folder, before] = [await mkdtemp(join(tmpdir(), 'latchkey-build-')), process.cwd()]
    cleanup(async () => {
      process.chdir(before)
      await rm(folder, { recursive: true })
    })
    for (const file of [...shipped, ...left, ...kept]) {
      await mkdir(join(folder, 'build', dirname(file)), { recursive: true })
      await writeFile(join(folder, 'build', file), '')
    }
    await writeFile(join(folder, 'package.json'), manifest)
    process.chdir(folder)
    const printed: string[] = []
    const steps = { add: (line: string) => (printed.push(line), steps) }
    await finishBuild(undefined, steps)
    const found = await readdir('build', { recursive: true, withFileTypes: true })
    const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    assert.sameMembers(
      files.map((file) => file.replace(/^build\//, '')),
      [...shipped, ...kept, 'package.json']
    )
    assert.deepEqual(printed, NEXT_STEPS)
  })

  test('the pages that the service and its commands name are part of the build', async ({ assert }) => {
    const sources = (await projectFiles()).filter((file) =>
      /^(app|commands|config|bin)\/(?!dev|pages).*\.[jt]s$/.test(file)
    )
    const texts = await Promise.all(sources.map(textOf))
    const named = new Set(texts.join('\n').match(/\bdocs\/[\w/]+\.md\b/g))
    assert.include([...named], 'docs/operating/proxies.md')
    const settings = new URL(`../../adonisrc${extname(import.meta.url)}`, import.meta.url)
    const { metaFiles } = ((await import(settings.href)) as { default: { metaFiles: { pattern: string }[] } })
      .default
    const isBuilt = (page: string) => metaFiles.some(({ pattern }) => matchesGlob(page, pattern))
    assert.deepEqual(
      [...named].filter((page) => !isBuilt(page)),
      []
    )
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
