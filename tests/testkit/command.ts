import ace from '@adonisjs/core/services/ace'

export type Command = Parameters<typeof ace.create>[0]

/** Runs a command in this process with `--json`; returns the JSON that it prints and its exit code. */
export async function runCommand(command: Command, ...words: string[]) {
  const printed: string[] = []
  const { stdout, stderr } = process
  const [out, err] = [stdout.write, stderr.write]
  stdout.write = stderr.write = ((text: string) => printed.push(String(text)) > 0) as typeof out
  try {
    const created = await ace.create(command, [...words, '--json'])
    await created.exec()
    const line = printed.find((text) => /^[[{]/.test(text))
    return { exitCode: created.exitCode ?? 0, answer: line ? JSON.parse(line) : null }
  } finally {
    stdout.write = out
    stderr.write = err
  }
}
