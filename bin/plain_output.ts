/**
 * Turns colours off if `NO_COLOR` is set, `--no-ansi` is given, or standard output is not a terminal (unless `--ansi`
 * or `FORCE_COLOR` is given). Import it first, because the output libraries read the environment while they load,
 * each in its own way.
 */
const { argv, env, stdout } = process
const asked = argv.includes('--ansi') || Boolean(env.FORCE_COLOR)
if (env.NO_COLOR || argv.includes('--no-ansi') || !(stdout.isTTY || asked)) {
  env.NO_COLOR = '1'
  env.FORCE_COLOR = '0'
}

export {}
