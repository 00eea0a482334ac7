import { causeOf } from '#system/health/probe'
import { withTimeout } from '#kernel/time/with_timeout'

/** A `problem` keeps the service from working correctly; a `warning` is something that an operator should know. */
export type Severity = 'ok' | 'warning' | 'problem'

/** What was found about one part, and for anything but `ok` what to do next. */
export type Symptom = { status: Severity; found: string; remedy?: string }

/** The findings about one part of the service. */
export type Diagnosis = { part: string; findings: Symptom[] }

/** After this time, what still waits means that no worker takes it, or too few do. Milliseconds. */
export const LONG_WAIT = 60_000

/** The deadline of the examination of one part. Milliseconds. */
export const EXAM_PATIENCE = 12_000

/** Examines a part; an error is a problem, with its cause, and never keeps the other parts from being examined. */
export async function diagnose(
  part: string,
  examine: () => Promise<Symptom[]>,
  remedy: string
): Promise<Diagnosis> {
  try {
    return { part, findings: await withTimeout(examine(), EXAM_PATIENCE) }
  } catch (error) {
    return { part, findings: [{ status: 'problem', found: causeOf(error), remedy }] }
  }
}

/** The most severe status of all findings. */
export function worstOf(diagnoses: Diagnosis[]): Severity {
  const all = new Set(diagnoses.flatMap(({ findings }) => findings.map(({ status }) => status)))
  if (all.has('problem')) return 'problem'
  return all.has('warning') ? 'warning' : 'ok'
}
