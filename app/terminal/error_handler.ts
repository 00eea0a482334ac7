import { prettyPrintError } from '@adonisjs/core'
import type { Kernel } from '@adonisjs/core/ace'
import { problemOf, tellProblem } from './problems.js'

/**
 * Prints an error that no command has reported: a wrong setting, an unavailable store, an unknown flag, a fault. With
 * `--json` it is JSON, so that a program never has to parse a printed stack.
 */
export async function renderError(error: unknown, kernel: Kernel, words = process.argv) {
  const json = words.includes('--json')
  const say = (line: string) => kernel.ui.logger.error(line)
  const problem = problemOf(error)
  if (problem) return tellProblem(problem, json, say)
  const message = error instanceof Error ? error.message : String(error)
  if (json) return tellProblem({ code: 'INTERNAL', message }, true, say)
  if (process.env.NODE_ENV === 'production') say((error instanceof Error && error.stack) || message)
  else await prettyPrintError(error)
}
