import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { noteSources } from './current_build.js'

/** The object to which the framework adds lines to print. */
type NextSteps = { add(line: string): NextSteps }

/** Files for developers only, and the package that others install. */
const NOT_SHIPPED =
  /^(tests|benchmarks|packages|bin\/(test|unit|dev|finish_build|current_build|pages|vendor_scalar|build_console)\.js.*|bin\/(dev|pages))$/

/** The lines printed at the end of a build: the steps of the README, which need no Node.js on the PATH. */
export const NEXT_STEPS = [
  'npm run start     HTTP, as many as you like',
  'npm run worker    workers, as many as you like',
  'or, in a copy of the folder build elsewhere, "npm ci --omit=dev" and then the same',
]

/**
 * Makes the build a package of its own: its npm scripts work inside `build` as those of the checkout do, and tests
 * and benchmarks are left out. Only `NEXT_STEPS` are printed as next steps; the framework's own steps need Node.js 24
 * on the PATH.
 */
export default async function finishBuild(_bundler: unknown, nextSteps: NextSteps) {
  for (const path of (await readdir('build')).concat(
    (await readdir('build/bin')).map((file) => `bin/${file}`)
  )) {
    if (NOT_SHIPPED.test(path)) await rm(`build/${path}`, { recursive: true })
  }
  // Their build output is in public.
  for (const pages of ['console', 'portal', 'pages_build.ts', 'pages_build.js', 'pages_build.js.map'])
    await rm(`build/resources/${pages}`, { recursive: true, force: true })
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  await writeFile('build/package.json', `${JSON.stringify(packageOfBuild(manifest), null, 2)}\n`)
  noteSources(process.cwd())
  for (const step of NEXT_STEPS) nextSteps.add(step)
  nextSteps.add = () => nextSteps
}

/**
 * The package.json of the build: only scripts that the build can run, with the paths of the build, and no workspaces.
 */
export function packageOfBuild<Manifest extends { scripts: Record<string, string>; workspaces?: string[] }>({
  workspaces: _,
  ...manifest
}: Manifest) {
  const { ace, start, worker } = manifest.scripts
  const inside = (script: string) => script.replace(' build/', ' ')
  const scripts = {
    quickstart: 'exec node bin/quickstart.js',
    ace,
    start: inside(start),
    worker: inside(worker),
  }
  return { ...manifest, scripts }
}
