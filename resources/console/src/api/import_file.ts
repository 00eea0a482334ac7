import { randomKey } from './random'
import type { Operation, TransfersImportData } from './types'
import { addressOf } from './described_route'
import { formWith, upload } from './upload'

type Sent = {
  orgId: string
  file: File
  query: NonNullable<TransfersImportData['query']>
  progress: (part: number) => void
}

/** Uploads a file of licenses for import. @throws Refusal */
export async function importFile(
  { orgId, file, query, progress }: Sent,
  key = randomKey()
): Promise<Operation> {
  const url = addressOf('/v1/dashboard/orgs/{orgId}/licenses/import', { orgId }, query)
  const { operation } = await upload<{ operation: Operation }>({ url, body: formWith(file), key, progress })
  return operation
}
