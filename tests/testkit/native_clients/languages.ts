import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ROOT } from '#tests/testkit/project_files'
import { printed, works } from './programs.js'

/**
 * How a client becomes programs: the build commands to run in its folder, and the words that start its command line and
 * the program of its guide.
 */
type Plan = { build: string[][]; start: string[]; guide: string[]; env?: Record<string, string> }

/** A language with a client. */
export type Language = {
  name: string
  /** How to install the toolchain, for a reader who sees that the language was skipped. */
  needs: string
  /** Puts the sources into a folder as the guide of the language says; null if the toolchain is not on this machine. */
  plan: (folder: string) => Promise<Plan | null>
}

const CLIENTS = resolve('resources/clients')
const command = (file: string) => `${CLIENTS}/commands/${file}`

/** Writes the program of a guide to the place where a toolchain expects it. */
async function placeProgram(path: string, guide: string, language: string) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await blockOf(guide, language))
}

/** Copies files to the places where a toolchain expects them. */
async function place(folder: string, files: Record<string, string>) {
  for (const [target, source] of Object.entries(files)) {
    await mkdir(dirname(join(folder, target)), { recursive: true })
    await copyFile(source, join(folder, target))
  }
}

/** The first block of a guide in this language: the whole program, or its project file. */
async function blockOf(guide: string, language: string): Promise<string> {
  const text = await readFile(`docs/clients/${guide}`, 'utf8')
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)![1]
}

const python: Language = {
  name: 'Python',
  needs: 'apt-get install python3-cryptography',
  async plan(folder) {
    await place(folder, { 'latchkey.py': `${CLIENTS}/latchkey.py` })
    await placeProgram(join(folder, 'app.py'), 'python.md', 'python')
    // The one that gets the packages of apt-get comes first: on the PATH may be a version manager, which starts slowly.
    for (const interpreter of ['/usr/bin/python3', 'python3']) {
      if (await works([interpreter, '-c', 'import cryptography'])) {
        const start = [interpreter, '-B', command('latchkey_command.py')]
        return { build: [], start, guide: [interpreter, '-B', join(folder, 'app.py')] }
      }
    }
    return null
  },
}

const go: Language = {
  name: 'Go',
  needs: 'apt-get install golang-go',
  async plan(folder) {
    if (!(await works(['go', 'version']))) return null
    await place(folder, {
      'latchkey/latchkey.go': `${CLIENTS}/latchkey.go`,
      'main.go': command('latchkey_command.go'),
    })
    await placeProgram(join(folder, 'guide/main.go'), 'go.md', 'go')
    await writeFile(join(folder, 'go.mod'), 'module example.com/app\n\ngo 1.19\n')
    const env = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOMAXPROCS: '1' }
    const build = ['go', 'build', '-o', 'out/', './...']
    return { build: [build], start: [join(folder, 'out/app')], guide: [join(folder, 'out/guide')], env }
  },
}

const java: Language = {
  name: 'Java',
  needs: 'apt-get install default-jdk-headless (17 or later)',
  async plan(folder) {
    const version = /javac (\d+)/.exec(await printed(['javac', '-version']))
    if (!version || Number(version[1]) < 17) return null
    await placeProgram(join(folder, 'App.java'), 'java.md', 'java')
    const sources = [`${CLIENTS}/LatchkeyClient.java`, command('LatchkeyCommand.java'), 'App.java']
    const quick = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC', '-Xlint:all', '-Werror']
    const start = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', folder]
    return {
      build: [['javac', ...quick, '-d', folder, ...sources]],
      start: [...start, 'LatchkeyCommand'],
      guide: [...start, 'App'],
    }
  },
}

const cpp: Language = {
  name: 'C++',
  needs: 'apt-get install g++ libssl-dev libcurl4-openssl-dev nlohmann-json3-dev',
  async plan(folder) {
    const headers = ['openssl/evp.h', 'curl/curl.h', 'nlohmann/json.hpp']
    const lacks = headers.map((header) => `#if !__has_include(<${header}>)\n#error\n#endif\n`)
    await writeFile(join(folder, 'headers.cpp'), lacks.join(''))
    if (!(await works(['g++', '-std=c++17', '-E', join(folder, 'headers.cpp')]))) return null
    await placeProgram(join(folder, 'app.cpp'), 'cpp.md', 'cpp')
    const options = ['-std=c++17', '-O0', '-Wall', '-Wextra', '-Werror', `-I${CLIENTS}`, '-pthread']
    const compile = (source: string, program: string) => [
      ...['g++', ...options, '-o', program, source],
      ...['-lcurl', '-lcrypto'],
    ]
    return {
      build: [compile(command('latchkey_command.cpp'), 'client'), compile('app.cpp', 'app')],
      start: [join(folder, 'client')],
      guide: [join(folder, 'app')],
    }
  },
}

/** The folder in which Debian installs the sources of crates. */
const DEBIAN_CRATES = '/usr/share/cargo/registry'

const rust: Language = {
  name: 'Rust',
  needs:
    'apt-get install cargo librust-{ring,ureq,serde-json,data-encoding}-dev, or crates that were fetched before',
  async plan(folder) {
    await place(folder, {
      'src/latchkey.rs': `${CLIENTS}/latchkey.rs`,
      'src/main.rs': command('latchkey_command.rs'),
      'src/bin/app/latchkey.rs': `${CLIENTS}/latchkey.rs`,
    })
    await placeProgram(join(folder, 'src/bin/app/main.rs'), 'rust.md', 'rust')
    const about = '[package]\nname = "client"\nversion = "0.1.0"\nedition = "2021"\n\n'
    const small = '\n[profile.dev]\ndebug = 0\n'
    // The tests use no HTTPS, and its crates take longest to compile.
    const crates = (await blockOf('rust.md', 'toml')).replace(
      'ureq = "2"',
      'ureq = { version = "2", default-features = false }'
    )
    await writeFile(join(folder, 'Cargo.toml'), about + crates + small)
    const debian = ['source.crates-io.replace-with="debian"', `source.debian.directory="${DEBIAN_CRATES}"`]
    const hasDebian = await works(['ls', `${DEBIAN_CRATES}/ring-0.16.20`])
    const source = hasDebian ? debian.flatMap((line) => ['--config', line]) : []
    const manifest = ['--offline', ...source, '--manifest-path', join(folder, 'Cargo.toml')]
    if (!(await works(['cargo', 'metadata', '--format-version=1', ...manifest]))) return null
    // The crates are compiled once per checkout, because they take most of the time of building the clients.
    const target = resolve('tmp/clients/cargo')
    const env = { CARGO_TARGET_DIR: target, CARGO_BUILD_JOBS: '1' }
    const [start, guide] = [[`${target}/debug/client`], [`${target}/debug/app`]]
    return { build: [['cargo', 'build', ...manifest]], start, guide, env }
  },
}

/**
 * The inputs that Mono needs besides the sources: the assemblies of .NET Framework, replacements for the packages, and
 * the start.
 */
const MONO = [
  ...['System.Net.Http', 'System.Numerics', 'System.Web.Extensions'].map((name) => `-r:${name}.dll`),
  ...['Ed25519', 'Json', 'Start'].map((name) => `${ROOT}/tests/testkit/native_clients/mono/${name}.cs`),
]

/** Builds the same sources with Mono, for machines without .NET. */
async function planMono(folder: string): Promise<Plan> {
  const program = join(folder, 'Program.cs')
  await placeProgram(program, 'csharp.md', 'csharp')
  const sources = { client: command('LatchkeyCommand.cs'), app: program }
  return {
    build: Object.entries(sources).map(([name, source]) => [
      ...['mcs', '-langversion:latest', '-nowarn:28', '-warnaserror', '-main:Start'],
      ...[`-out:${join(folder, name)}.exe`, ...MONO, `${CLIENTS}/LatchkeyClient.cs`, source],
    ]),
    start: ['mono', join(folder, 'client.exe')],
    guide: ['mono', join(folder, 'app.exe')],
  }
}

const csharp: Language = {
  name: 'C#',
  needs:
    'the .NET SDK 8 or later, with the package BouncyCastle.Cryptography in its cache, or apt-get install mono-mcs and the assemblies of .ci/toolchains',
  async plan(folder) {
    if (!(await works(['dotnet', '--version']))) {
      return (await works(['mcs', '--version'])) && (await works(['mono', '--version']))
        ? planMono(folder)
        : null
    }
    const project = await blockOf('csharp.md', 'xml')
    const folders = { client: join(folder, 'client'), app: join(folder, 'app') }
    for (const [name, path] of Object.entries(folders)) {
      await place(path, { 'LatchkeyClient.cs': `${CLIENTS}/LatchkeyClient.cs` })
      await writeFile(join(path, `${name}.csproj`), project)
    }
    await place(folders.client, { 'Program.cs': command('LatchkeyCommand.cs') })
    await placeProgram(join(folders.app, 'Program.cs'), 'csharp.md', 'csharp')
    for (const path of Object.values(folders)) if (!(await works(['dotnet', 'restore', path]))) return null
    return {
      build: Object.values(folders).map((path) => [
        'dotnet',
        'build',
        '--no-restore',
        '-o',
        `${path}/out`,
        path,
      ]),
      start: ['dotnet', `${folders.client}/out/client.dll`],
      guide: ['dotnet', `${folders.app}/out/app.dll`],
    }
  },
}

/** The language that takes longest comes first. */
export const LANGUAGES: Language[] = [rust, cpp, java, go, python, csharp]
