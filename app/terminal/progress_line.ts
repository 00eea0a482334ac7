import { shownNumber } from '#kernel/text/shown_number'

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const WIDTH = 24

/** Time between two plain lines if the terminal cannot rewrite a line. Milliseconds. */
const PLAIN_INTERVAL = 1000

/**
 * Shows the progress of a long task: one line that is rewritten on a terminal, and elsewhere (logs, CI) plain lines at
 * intervals, while there is progress.
 */
export default class ProgressLine {
  #label: string
  #output: Output
  #lastPlain = -Infinity
  #plain = ''
  #shown = false

  constructor(label: string, output: Output = process.stderr) {
    this.#label = label
    this.#output = output
  }

  /** Shows `done` of `total`, or `instead`; a total of 0 means that it is not known yet. */
  update(done: number, total: number, instead: string | null = null, now = Date.now()) {
    const text = instead ?? reached(done, total)
    if (this.#output.isTTY) return this.#rewrite(this.#bar(done, total, text))
    const isWhole = total > 0 && done >= total
    if (text === this.#plain || (now - this.#lastPlain < PLAIN_INTERVAL && !isWhole)) return
    this.#lastPlain = now
    this.#plain = text
    this.#output.write(`${this.#label}: ${text}\n`)
  }

  /** Ends the line with the result. */
  finish(text: string) {
    const line = `${this.#label}: ${text}`
    if (this.#output.isTTY && this.#shown) this.#output.write(`\r\u001b[2K${line}\n`)
    else this.#output.write(`${line}\n`)
  }

  #rewrite(text: string) {
    this.#shown = true
    this.#output.write(`\r\u001b[2K${text}`)
  }

  #bar(done: number, total: number, text: string): string {
    const share = total > 0 ? Math.min(1, done / total) : 0
    const filled = Math.round(share * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    return `${this.#label} ${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${text}`
  }
}

/** Shows the total only once it is known. */
function reached(done: number, total: number): string {
  return total === 0 ? 'counting' : `${shownNumber(done)} of ${shownNumber(total)}`
}
