import { useCallback, useEffect, useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { asRefusal, type Refusal } from './refusal'
import { randomKey } from './random'

/** The state of a write that a dialog sends. `reset` is not needed if the write belongs to the dialog itself. */
export type SentByDialog = { busy: boolean; refusal: Refusal | null; reset?: () => void }

type Options<Words, Answer> = {
  /** If it returns a promise, the write has ended when that has. */
  done?: (answer: Answer, words: Words) => unknown
  failed?: (refusal: Refusal) => unknown
  /** Writes with the same text wait for each other, so that the last answer is the newest. */
  inTurn?: string
}

/**
 * A write that can be retried. The same words are sent with the same Idempotency-Key until the write succeeds, so a
 * second click has no second effect.
 */
export function useWrite<Words, Answer>(
  send: (words: Words, key: string) => Promise<Answer>,
  { done, failed, inTurn }: Options<Words, Answer> = {}
) {
  const last = useRef<{ text: string; key: string } | null>(null)
  /** The words of a write that the page does not show yet: a double click is faster than its next render. */
  const begun = useRef<string | null>(null)
  const mutation = useMutation({
    mutationFn: (words: Words) => {
      const text = JSON.stringify(words)
      if (last.current?.text !== text) last.current = { text, key: randomKey() }
      return send(words, last.current.key)
    },
    onSuccess: (answer, words) => {
      last.current = null
      return done?.(answer, words)
    },
    onError: (error) => failed?.(asRefusal(error)),
    onSettled: () => void (begun.current = null),
    scope: inTurn ? { id: inTurn } : undefined,
  })
  const { mutate, isPending } = mutation
  useEffect(() => {
    if (isPending) begun.current = null
  }, [isPending])
  const write = useCallback(
    (words: Words) => {
      const text = JSON.stringify(words)
      // In turn, the same words may be wanted again after others.
      if (begun.current === text && !inTurn) return
      begun.current = text
      mutate(words)
    },
    [mutate, inTurn]
  )
  return {
    write,
    /** Writes, and resolves when the write has ended, whether it succeeded or not. */
    writeOut: (words: Words) => mutation.mutateAsync(words).catch(() => {}),
    busy: isPending,
    refusal: mutation.error ? asRefusal(mutation.error) : null,
    answer: mutation.data,
    /** The words of the last write. */
    words: mutation.variables,
    reset: mutation.reset,
  }
}
