import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Received = { from: string; to: string[]; text: string; secure: boolean; user: unknown }
type Session = {
  secure: boolean
  user: unknown
  envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] }
}
type Done = (error?: Error | null, result?: object) => void
type Auth = { username: string; password: string }
type Server = {
  listen(port: number, host: string, ready: () => void): { address(): { port: number } }
  on(event: 'error', listener: () => void): void
  close(done: () => void): void
}

export const ACCOUNT = { username: 'latchkey', password: 'the password of the account' }

type Options = {
  port?: number
  /** TLS from the first byte, or offered with STARTTLS; without it there is no TLS. */
  tls?: 'implicit' | 'starttls'
  certificate?: Certificate
  account?: boolean
  /** The server's refusal of every recipient; without it, recipients are accepted. */
  refuse?: { responseCode: number; message: string }
  /** Called with each mail that it has kept; the mail is confirmed when the promise resolves. */
  confirm?: (received: Received) => Promise<void>
}

/** A real SMTP server on loopback that keeps the mails it receives. */
export async function startSmtp({
  port = 0,
  tls,
  certificate,
  account = false,
  refuse,
  confirm,
}: Options = {}) {
  const { SMTPServer } = (await import('smtp-server')) as {
    SMTPServer: new (options: object) => Server
  }
  const received: Received[] = []
  const passwords: string[] = []
  const disabled = [...(tls ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])]
  const server = new SMTPServer({
    secure: tls === 'implicit',
    ...certificate,
    disabledCommands: disabled,
    // The client, not the server, must refuse to send a password in plaintext.
    allowInsecureAuth: true,
    authOptional: !account,
    onAuth({ username, password }: Auth, _session: Session, done: Done) {
      passwords.push(password)
      const good = username === ACCOUNT.username && password === ACCOUNT.password
      done(good ? null : new Error('Invalid username or password'), good ? { user: username } : undefined)
    },
    onRcptTo(_address: object, _session: Session, done: Done) {
      done(refuse ? Object.assign(new Error(refuse.message), refuse) : null)
    },
    onData(stream: NodeJS.ReadableStream, { envelope, secure, user }: Session, done: Done) {
      void text(stream as never).then((content) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = { from: envelope.mailFrom.address, to, text: readable(content), secure, user }
        received.push(mail)
        void (confirm?.(mail) ?? Promise.resolve()).then(() => done(), done)
      })
    },
  })
  // Some of these tests have clients that close the connection during the handshake.
  server.on('error', () => {})
  const bound = await new Promise<number>((resolve) => {
    const net = server.listen(port, '127.0.0.1', () => resolve(net.address().port))
  })
  return {
    port: bound,
    received,
    passwords,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** A mail as its reader sees it: joins the lines and decodes the bytes of quoted-printable text. */
function readable(content: string): string {
  const whole = content.replaceAll('=\r\n', '')
  if (!/^Content-Transfer-Encoding: quoted-printable\r$/im.test(whole)) return whole
  const bytes = whole.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

export type Certificate = { key: string; cert: string }

/** A self-signed certificate for 127.0.0.1; a client trusts it if `file` is among its authorities. */
export function makeCertificate(): Certificate & { file: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-smtp-'))
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', file, ...names], {
    stdio: 'ignore',
  })
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
