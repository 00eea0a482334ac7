import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { invalidField } from '#kernel/refusals/refusal'

/**
 * A password from standard input, without the line end: on a command line it would be in the history of the shell and
 * in the list of processes.
 * @throws Refusal VALIDATION_ERROR when nothing came.
 */
export async function passwordFromInput(input: Readable = process.stdin): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '')
  if (password === '') throw invalidField('password', '--password-stdin found no password on standard input')
  return password
}
