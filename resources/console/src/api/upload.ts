import { dataOf, respond } from './call'
import { assertUnchanged } from './unchanged_file'

type Upload = {
  method?: 'POST' | 'PUT'
  url: string
  body: FormData | Blob
  /** The same for all tries of one upload, so that the upload has one effect. */
  key?: string
  progress: (part: number) => void
}

/** Sends a file, with the same retries as every other write. @throws Refusal, TypeError */
export async function upload<Data>(sent: Upload): Promise<Data> {
  const { method = 'POST', body } = sent
  await assertUnchanged(body instanceof Blob ? body : (body.get('file') as File))
  return dataOf<Data>(await respond({ method }, () => send(method, sent)))
}

/** Uses `XMLHttpRequest`, because `fetch` does not report the progress of an upload. */
function send(method: string, { url, body, key, progress }: Upload): Promise<Response> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  if (key) request.setRequestHeader('idempotency-key', key)
  if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream')
  request.upload.onprogress = ({ loaded, total }) => progress(loaded / total)
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new TypeError('The service cannot be reached'))
    request.onload = () => resolve(answerOf(request))
    request.send(body)
  })
}

/** Response headers that the client reads. */
const READ = ['retry-after', 'x-request-id']

function answerOf(request: XMLHttpRequest): Response {
  const named = READ.map((name) => [name, request.getResponseHeader(name)] as const)
  const headers = named.filter((one): one is readonly [string, string] => one[1] !== null)
  return new Response(request.responseText, {
    status: request.status,
    headers: Object.fromEntries(headers),
  })
}

/** Returns a form with the file as its only field. */
export function formWith(file: File): FormData {
  const body = new FormData()
  body.append('file', file)
  return body
}
