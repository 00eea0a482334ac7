import { Refusal, type FieldProblem } from './refusal'
import { renew } from './session'

type Upload = {
  method?: 'POST' | 'PUT'
  url: string
  body: FormData | Blob
  /** The same for all tries of one upload, which then has one effect. */
  key?: string
  progress: (part: number) => void
}

/** Sends a file. `fetch` does not tell how far it is, so this is the older way. @throws Refusal */
export async function upload<Data>(sent: Upload): Promise<Data> {
  const from = Date.now()
  try {
    return await send<Data>(sent)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401 || !(await renew(from))) throw error
    return send<Data>(sent)
  }
}

function send<Data>({ method = 'POST', url, body, key, progress }: Upload): Promise<Data> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  if (key) request.setRequestHeader('idempotency-key', key)
  if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(loaded / total)
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new TypeError('The service cannot be reached'))
    request.onload = () => {
      const answer = request.response as {
        data?: Data
        error?: { code: string; message: string; details?: FieldProblem[] }
      } | null
      if (answer?.data) return resolve(answer.data)
      const {
        code = 'UNKNOWN',
        message = `The service answered ${request.status}`,
        details,
      } = answer?.error ?? {}
      reject(new Refusal(request.status, code, message, request.getResponseHeader('x-request-id'), details))
    }
    request.send(body)
  })
}

/** A file as the one field of a form. */
export function formWith(file: File): FormData {
  const body = new FormData()
  body.append('file', file)
  return body
}
