import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The paths where distributions install it. The headless shell needs a fifth less processor time. It is named by its
 * binary, because a kill would otherwise hit Debian's start script instead of the browser.
 */
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Only this machine has an address, and the browser itself makes no requests. */
const WORDS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
  '--window-size=1400,900',
]

type Event = { method?: string; params?: unknown; id?: number; result?: unknown; error?: { message: string } }

/** The path of this machine's Chromium, or of the one that CHROMIUM names; null if there is none. */
export function chromiumPath(): string | null {
  const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : PLACES
  return places.find((place) => existsSync(place)) ?? null
}

/** A page of a headless Chromium, driven through the DevTools protocol. */
export class Tab {
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  #last = 0

  private constructor(
    private readonly socket: WebSocket,
    private readonly heard: (method: string, params: unknown) => void,
    readonly close: () => Promise<void>
  ) {
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Event))
  }

  /** Starts a browser with an empty page. `heard` gets the events of the protocol domains that are enabled. */
  static async open(path: string, heard: (method: string, params: unknown) => void): Promise<Tab> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-chromium-'))
    const browser = spawn(path, [...WORDS, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(browser, 'close')
    const close = async () => {
      browser.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    try {
      const port = await portOf(browser.stderr)
      const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        type: string
        webSocketDebuggerUrl: string
      }[]
      const socket = new WebSocket(pages.find(({ type }) => type === 'page')!.webSocketDebuggerUrl)
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', () => reject(new Error('The browser takes no connection')))
      })
      return new Tab(socket, heard, close)
    } catch (error) {
      await close()
      throw error
    }
  }

  /**
   * Calls a method of the protocol.
   * @throws Error with the browser's reason
   */
  send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#last
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      this.socket.send(JSON.stringify({ id, method, params }))
    })
  }

  /** Returns the value of an expression in the page. */
  async value<Value>(expression: string): Promise<Value> {
    const { result } = await this.send<{ result: { value: Value } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
    })
    return result.value
  }

  #take({ id, method, params, result, error }: Event) {
    if (id === undefined) return this.heard(method!, params)
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }
}

/** The port on which the browser takes commands. The browser prints it on its standard error. */
async function portOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const part of stderr) {
    said += String(part)
    const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
    if (port) {
      // The later output must still be consumed.
      stderr.resume()
      return port
    }
  }
  throw new Error(`The browser does not start:\n${said}`)
}
