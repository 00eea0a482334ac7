import { SimpleErrorReporter } from '@vinejs/vine'
import { MOST_DETAILS } from '#kernel/refusals/refusal'

/**
 * Stops a validation at the number of problems that a response reports: finding and wording tens of thousands more in
 * a long list costs more than the rest of the request.
 */
export class FirstProblems extends SimpleErrorReporter {
  override report(...problem: Parameters<SimpleErrorReporter['report']>) {
    super.report(...problem)
    if (this.errors.length >= MOST_DETAILS) throw this.createError()
  }
}
