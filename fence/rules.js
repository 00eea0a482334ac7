import { DESCRIPTION, FENCE, PRODUCT, PROJECT } from './table.js'

/** Makes rules for dependency-cruiser of the table. `npm run fence` holds the code against them. */

const escaped = (path) => path.replaceAll(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '([^/]+)')

/** A folder, which ends with a slash, stands for all that is in it. */
const patternOf = (path) => `^${escaped(path)}${path.endsWith('/') ? '' : '$'}`
const patternsOf = (paths) => paths.map(patternOf)

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The rules of one row, once for each folder that it holds, so that `$1` means the same in all of them. */
function rulesOf({ holds, may, types = [], never = [], packages }, at) {
  const taken = patternsOf(FENCE.slice(0, at).flatMap((row) => row.holds))
  const open = patternsOf([...holds, ...may])
  return holds.flatMap((held) => {
    const from = { path: patternOf(held), pathNot: taken }
    const rules = [
      error(`${held} may not`, 'fence/table.js does not name this folder', from, {
        path: patternsOf(PROJECT),
        pathNot: [...open, ...patternsOf(types)],
      }),
    ]
    if (types.length > 0) {
      const values = { path: patternsOf(types), pathNot: open, dependencyTypesNot: ['type-only'] }
      rules.push(error(`${held} types alone`, 'fence/table.js names this folder for types', from, values))
    }
    if (never.length > 0) {
      rules.push(error(`${held} never`, 'fence/table.js closes this', from, { path: patternsOf(never) }))
    }
    if (packages) {
      const allowed = patternsOf(packages.map((name) => `node_modules/${name}/`))
      const others = { path: '^node_modules/', pathNot: allowed }
      rules.push(error(`${held} packages`, 'fence/table.js does not name this package', from, others))
      rules.push(
        error(`${held} Node.js`, 'it has no input and no output', from, { dependencyTypes: ['core'] })
      )
    }
    return rules
  })
}

const everyRow = patternsOf(FENCE.flatMap(({ holds }) => holds))

export default {
  forbidden: [
    error('no circle', 'files that need each other are one file, or two and a third', {}, { circular: true }),
    error('no dead end', 'the import leads nowhere', {}, { couldNotResolve: true }),
    error('no row', 'fence/table.js has no row for it', { path: patternsOf(PRODUCT), pathNot: everyRow }, {}),
    error(
      'no tool in production',
      'the package is not among the dependencies, so a deployment lacks it',
      { path: patternsOf(PRODUCT), pathNot: patternsOf(DESCRIPTION) },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] }
    ),
    error(
      'no description in the service',
      'it is for the API document alone, and slow to import',
      { path: patternsOf(PRODUCT), pathNot: patternsOf(DESCRIPTION) },
      { path: patternsOf(DESCRIPTION) }
    ),
    ...FENCE.flatMap(rulesOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|resources|storage|tmp)/' },
    // Imports of types alone count too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: 'fence/resolve.js' },
  },
}
