/**
 * Leaves colours out where nobody sees them: standard output is no terminal, `NO_COLOR` is set or `--no-ansi` is given.
 * The libraries that draw look at the environment while they load, each in its own way, so this comes before them.
 */
const { argv, env, stdout } = process
const asked = argv.includes('--ansi') || Boolean(env.FORCE_COLOR)
if (env.NO_COLOR || argv.includes('--no-ansi') || !(stdout.isTTY || asked)) {
  env.NO_COLOR = '1'
  env.FORCE_COLOR = '0'
}

export {}
