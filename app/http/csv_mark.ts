import { invalidField } from '#kernel/refusals/refusal'

/** @throws Refusal VALIDATION_ERROR if a byte order mark is asked for and no CSV file to put it into. */
export function assertMarkFits({ format, bom }: { format?: string; bom?: boolean }) {
  if (bom && format !== 'csv') throw invalidField('bom', 'bom is for CSV: leave it out, or use format=csv')
}
