import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import type { BaseCommand } from '@adonisjs/core/ace'
import type { CommandMetaData, CommandOptions } from '@adonisjs/core/types/ace'

type CommandClass = typeof BaseCommand & { options: CommandOptions }

const FOLDER = new URL('../../commands/', import.meta.url)
const FORM = extname(import.meta.url)

/** The name of a command's file: `api-key:issue` is in `commands/api_key_issue`. */
export const fileOf = (commandName: string) => commandName.replace(/[:-]/g, '_')

/**
 * Loads only the command that was called, so that it starts without the code of all others. The framework reads the
 * whole folder for the list, and for a name without a file. With `--help` the application is not started, because the
 * help needs no database.
 */
export async function getMetaData(words = process.argv.slice(2)): Promise<CommandMetaData[]> {
  const command = await load(words.find((word) => !word.startsWith('-')) ?? '')
  if (!command) return []
  const { options, ...metaData } = command.serialize()
  return [{ ...metaData, options: { ...options, startApp: options.startApp && !words.includes('--help') } }]
}

export function getCommand({ commandName }: CommandMetaData): Promise<CommandClass | null> {
  return load(commandName)
}

async function load(commandName: string): Promise<CommandClass | null> {
  if (!/^[a-z][a-z:-]*$/.test(commandName)) return null
  if (!existsSync(new URL(fileOf(commandName) + FORM, FOLDER))) return null
  const { default: command } = await import(new URL(`${fileOf(commandName)}.js`, FOLDER).href)
  return command.commandName === commandName ? command : null
}
