import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { invalidField } from '#kernel/refusals/refusal'

/**
 * Reads a password from standard input, without the line end: on the command line it would be in the shell history
 * and in the list of processes.
 * @throws Refusal VALIDATION_ERROR if the input is empty.
 */
export async function passwordFromInput(input: Readable = process.stdin): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '')
  if (password === '') throw invalidField('password', '--password-stdin found no password on standard input')
  return password
}
