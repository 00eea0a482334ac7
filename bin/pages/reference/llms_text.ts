import { slug } from './slug.js'
import { callsOf, type Document } from './read_document.js'

/**
 * The index for language models (`/llms.txt`), generated from the resources of the document. In the llmstxt.org
 * format only links may follow a heading, so the instructions come before the first one.
 */
export function llmsText(document: Document): string {
  const { info, tags } = document
  const resources = tags.map(({ name, description }) => {
    const { length } = callsOf(document, name)
    const calls = length > 0 ? ` ${length} calls.` : ''
    return `- [${name}](/reference.md#${slug(name)}): ${description}${calls}`
  })
  return `# ${info.title}

> A software licensing service that vendors run themselves. This is its HTTP API, version ${info.version}.

${info.description}

- Never put an API key into a web page or a repository. The key that ships with a program may authorize and nothing else.
- A call of a licensed program is signed: HMAC-SHA256 in lowercase hex, keyed with the signing secret of the API key, over
  METHOD, path without query, X-Svc-Timestamp, X-Svc-Nonce and the SHA-256 of the body in lowercase hex, joined by line feeds.
  It goes into X-Svc-Signature. Each try has a new nonce and a new timestamp.
- Send X-Svc-Response-Nonce and verify the Ed25519 signature of the answer with public keys that the program holds.
- Retry by code, not by status, with one Idempotency-Key for all tries of a write.

## Reference

- [The whole reference as Markdown](/reference.md): every call with its fields, answers and codes
- [OpenAPI document](/openapi.json): the same for programs
- [Error codes](/errors): what each code means and whether to retry
- [Public keys](/.well-known/service-keys.json): what signed answers are verified with

## Resources

${resources.join('\n')}

## Optional

- [Reference for people](/reference): needs JavaScript
`
}
