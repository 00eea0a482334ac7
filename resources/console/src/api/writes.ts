import { useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { asRefusal, type Refusal } from './refusal'
import { randomKey } from './random'

/** The state of a write that a dialog sends. `reset` is not needed if the write belongs to the dialog itself. */
export type SentByDialog = { busy: boolean; refusal: Refusal | null; reset?: () => void }

/**
 * A write that can be retried. The same words are sent with the same Idempotency-Key until the write succeeds, so a
 * second click has no second effect.
 */
export function useWrite<Words, Answer>(
  send: (words: Words, key: string) => Promise<Answer>,
  {
    done,
    failed,
  }: { done?: (answer: Answer, words: Words) => void; failed?: (refusal: Refusal) => void } = {}
) {
  const last = useRef<{ text: string; key: string } | null>(null)
  const mutation = useMutation({
    mutationFn: (words: Words) => {
      const text = JSON.stringify(words)
      if (last.current?.text !== text) last.current = { text, key: randomKey() }
      return send(words, last.current.key)
    },
    onSuccess: (answer, words) => {
      last.current = null
      done?.(answer, words)
    },
    onError: (error) => failed?.(asRefusal(error)),
  })
  return {
    write: mutation.mutate,
    busy: mutation.isPending,
    refusal: mutation.error ? asRefusal(mutation.error) : null,
    answer: mutation.data,
    reset: mutation.reset,
  }
}
