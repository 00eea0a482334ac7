import { prettyPrintError } from '@adonisjs/core'
import type { Kernel } from '@adonisjs/core/ace'
import { problemOf, tellProblem } from './problems.js'

/**
 * What Ace does with an error that no command has said itself: a wrong setting, a store that is away, a flag that does
 * not exist, a fault. With `--json` it is JSON too, so that a program never has to read a drawing of a stack.
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
