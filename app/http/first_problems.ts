import { SimpleErrorReporter } from '@vinejs/vine'
import { MOST_DETAILS } from '#kernel/refusals/refusal'

/**
 * Ends a validation at the last problem that an answer names: to find and word tens of thousands more of a long list
 * costs more than all else that is done with it.
 */
export class FirstProblems extends SimpleErrorReporter {
  override report(...problem: Parameters<SimpleErrorReporter['report']>) {
    super.report(...problem)
    if (this.errors.length >= MOST_DETAILS) throw this.createError()
  }
}
